#include "engine/cpu/memory.hpp"
#include "engine/risk/measures.hpp"
#include "engine/risk/risk_sums.hpp"
#include "engine/risk/runs.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::engine {

template <bool binary>
void RiskSums::add_gradient(const Plan::Tile& tile, std::span<const double> w) {
    const std::size_t outputs = binary ? 1 : outputs_;
    const auto to = [&](std::size_t point) { return gradient_.data() + point * outputs; };
    std::fill_n(to(tile.points.begin), tile.points.size() * outputs, 0.0);
    add_column_gradients(tile, w);
    in_runs(*plan_, plan_->losses, tile.losses, [&](std::span<const Plan::Loss> run) {
        const double pull = w[run.front().risk];
        if (pull == 0) return;  // a constraint that is not binding contributes nothing
        for (const auto& entry : run)
            add_loss_gradient(at<binary>(entry.point), {entry.label, entry.target}, pull * entry.weight,
                              to(entry.point));
    });
    for (std::size_t i = tile.each_row.begin; i < tile.each_row.end; ++i) {
        const Plan::Loss& entry = plan_->each_row[i];
        if (w[entry.risk] == 0) continue;
        add_loss_gradient(at<binary>(entry.point), {entry.label, entry.target}, w[entry.risk] * entry.weight,
                          to(entry.point));
    }
    in_runs(*plan_, plan_->rates, tile.rates, [&](std::span<const Plan::Rate> run) {
        const double width = width_of(run.front());
        const double pull = w[run.front().risk] / width;
        const std::int32_t of_class = run.front().of_class;
        if (pull == 0) return;
        for (const auto& rate : run)
            add_probability_gradient(of_rate<binary>(rate, rate.point), of_class, pull * rate.weight, to(rate.point));
    });
    for (std::size_t i = tile.values.begin; i < tile.values.end; ++i) {
        const Plan::Value& value = plan_->values[i];
        if (w[value.risk] == 0) continue;
        engine::add_gradient(at<binary>(value.point), value, width_, w[value.risk] * value.weight, to(value.point));
    }
    for (std::size_t i = tile.pairs.begin; i < tile.pairs.end; ++i) {
        const Plan::Pair& pair = plan_->pairs[i];
        if (w[pair.risk] == 0) continue;
        const Prediction first = at<binary>(pair.first);
        const Prediction second = at<binary>(pair.second);
        const double weight = w[pair.risk] * pair.weight;
        if (is_divergence(pair)) {
            add_divergence_gradient(first, second, weight, to(pair.first), to(pair.second));
            continue;
        }
        const double slope = weight * smooth(difference(first, second), pair, width_).slope;
        to(pair.first)[0] -= slope;
        to(pair.second)[0] += slope;
    }
}

std::span<const double> RiskSums::gradient(std::span<const double> w) {
    at_least(gradient_, plan_->num_points() * outputs_);
    by_task([&](auto binary) {
        for_each_tile([&](const Plan::Tile& tile, std::size_t /*thread*/) { add_gradient<binary>(tile, w); });
    });
    return {gradient_.data(), plan_->num_points() * outputs_};
}

/// `alone`: for each risk, where to write its own gradient; null for most.
template <bool binary>
void RiskSums::add_push(const Plan::Tile& tile, std::span<const double> w, double rate,
                        std::span<double* const> alone) {
    const std::size_t outputs = binary ? 1 : outputs_;
    const auto g = [&](std::size_t point) { return gradient_.data() + point * outputs; };
    const auto h = [&](std::size_t point) { return change_.data() + point * outputs; };
    std::fill_n(g(tile.points.begin), tile.points.size() * outputs, 0.0);
    std::fill_n(h(tile.points.begin), tile.points.size() * outputs, 0.0);
    for (double* own : alone)
        if (own != nullptr) std::fill_n(own + tile.points.begin * outputs, tile.points.size() * outputs, 0.0);

    add_column_pushes(tile, w, rate, alone);
    in_runs(*plan_, plan_->losses, tile.losses, [&](std::span<const Plan::Loss> run) {
        const double pull = w[run.front().risk];
        double* own = alone[run.front().risk];
        for (const auto& entry : run) {
            const Prediction point = at<binary>(entry.point);
            const Truth truth{entry.label, entry.target};
            const double weight = pull * entry.weight;
            add_loss_gradient(point, truth, weight, g(entry.point));
            add_loss_bound(point, std::max(weight, 0.0), h(entry.point));
            if (own != nullptr) add_loss_gradient(point, truth, entry.weight, own + entry.point * outputs);
        }
    });
    in_runs(*plan_, plan_->rates, tile.rates, [&](std::span<const Plan::Rate> run) {
        const double per_width = 1 / width_of(run.front());
        const double pull = w[run.front().risk];
        const std::int32_t of_class = run.front().of_class;
        double* own = alone[run.front().risk];
        if (pull == 0 && own == nullptr) return;
        for (const auto& each : run) {
            const Prediction narrow = of_rate<binary>(each, each.point);
            const double weight = pull * each.weight;
            add_probability_gradient(narrow, of_class, weight * per_width, g(each.point));
            add_probability_bound(at<binary>(each.point), of_class, rate * std::abs(weight), h(each.point));
            if (own != nullptr)
                add_probability_gradient(narrow, of_class, each.weight * per_width, own + each.point * outputs);
        }
    });
    for (std::size_t i = tile.values.begin; i < tile.values.end; ++i) {
        const Plan::Value& value = plan_->values[i];
        const Prediction point = at<binary>(value.point);
        if (const double weight = w[value.risk] * value.weight; weight != 0) {
            engine::add_gradient(point, value, width_, weight, g(value.point));
            engine::add_bound(point, value, width_, rate * std::abs(weight), h(value.point));
        }
        if (double* own = alone[value.risk])
            engine::add_gradient(point, value, width_, value.weight, own + value.point * outputs);
    }
    for (std::size_t i = tile.pairs.begin; i < tile.pairs.end; ++i) {
        const Plan::Pair& pair = plan_->pairs[i];
        const Prediction first = at<binary>(pair.first);
        const Prediction second = at<binary>(pair.second);
        const double weight = w[pair.risk] * pair.weight;
        const double size = rate * std::abs(weight);
        double* own = alone[pair.risk];
        if (is_divergence(pair)) {
            if (weight != 0) {
                add_divergence_gradient(first, second, weight, g(pair.first), g(pair.second));
                add_divergence_bound(first, second, size, h(pair.first), h(pair.second));
            }
            if (own != nullptr)
                add_divergence_gradient(first, second, pair.weight, own + pair.first * outputs,
                                        own + pair.second * outputs);
            continue;
        }
        if (weight == 0 && own == nullptr) continue;
        const ScoreFunction f = smooth(difference(first, second), pair, width_);
        g(pair.first)[0] -= weight * f.slope;
        g(pair.second)[0] += weight * f.slope;
        const double most = 2 * size * std::max(std::abs(f.curve), std::abs(f.slope));
        h(pair.first)[0] += most;
        h(pair.second)[0] += most;
        if (own == nullptr) continue;
        own[pair.first * outputs] -= pair.weight * f.slope;
        own[pair.second * outputs] += pair.weight * f.slope;
    }
}

RiskSums::Push RiskSums::push(std::span<const double> w, double rate, std::span<const std::size_t> alone) {
    const std::size_t size = plan_->num_points() * outputs_;
    at_least(gradient_, size);
    at_least(change_, size);
    if (alone_.size() < alone.size()) alone_.resize(alone.size());
    Push push{.gradient = {gradient_.data(), size}, .bound = {change_.data(), size}};
    std::vector<double*> own(w.size(), nullptr);
    for (std::size_t k = 0; k < alone.size(); ++k) {
        at_least(alone_[k], size);
        own[alone[k]] = alone_[k].data();
        push.alone.emplace_back(alone_[k].data(), size);
    }
    by_task([&](auto binary) {
        for_each_tile([&](const Plan::Tile& tile, std::size_t /*thread*/) { add_push<binary>(tile, w, rate, own); });
    });
    return push;
}

}  // namespace alcole::engine
