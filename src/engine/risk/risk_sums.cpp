#include "engine/risk/risk_sums.hpp"

#include "engine/cpu/memory.hpp"

#include <algorithm>

namespace alcole::engine {

std::span<double> RiskSums::start(const Plan& plan) {
    plan_ = &plan;
    predictions_.resize(plan.num_points());
    at_least(group_sums_, plan.groups.size() * plan.constants.size());
    return predictions_.scores();
}

/// l = the sum over groups, each group's tiles added by `add(tile, sums)`.
template <class Add>
void RiskSums::sum_over_groups(std::span<double> l, Add add) {
    const Plan& plan = *plan_;
    const std::size_t risks = plan.constants.size();
    pool_.run(plan.groups.size(), [&](std::size_t group, std::size_t /*thread*/) {
        double* sums = group_sums_.data() + group * risks;
        std::fill_n(sums, risks, 0.0);
        for (std::size_t tile = plan.groups[group].begin; tile < plan.groups[group].end; ++tile)
            add(plan.tiles[tile], sums);
    });
    std::ranges::fill(l, 0.0);
    for (std::size_t group = 0; group < plan.groups.size(); ++group)
        for (std::size_t i = 0; i < risks; ++i) l[i] += group_sums_[group * risks + i];
}

void RiskSums::add_constants(std::span<double> l) const {
    for (std::size_t i = 0; i < l.size(); ++i) l[i] += plan_->constants[i];
}

/// Losses and divergences are their own strict form.
void RiskSums::add_fixed_risks(const Plan::Tile& tile, double* risks) const {
    for (std::size_t i = tile.losses.begin; i < tile.losses.end; ++i) {
        const Plan::Loss& entry = plan_->losses[i];
        risks[entry.risk] += entry.weight * loss(predictions_.at(entry.point), {entry.label, entry.target});
    }
    for (std::size_t i = tile.pairs.begin; i < tile.pairs.end; ++i) {
        const Plan::Pair& pair = plan_->pairs[i];
        risks[pair.risk] += pair.weight * divergence(predictions_.at(pair.first), predictions_.at(pair.second));
    }
}

void RiskSums::risks(std::span<double> l) {
    sum_over_groups(l, [&](const Plan::Tile& tile, double* sums) {
        predictions_.read(tile.points);
        add_fixed_risks(tile, sums);
        for (std::size_t i = tile.rates.begin; i < tile.rates.end; ++i) {
            const Plan::Rate& rate = plan_->rates[i];
            sums[rate.risk] += rate.weight * probability(predictions_.at(rate.point), rate.of_class);
        }
    });
    add_constants(l);
}

void RiskSums::strict_risks(std::span<double> l) {
    sum_over_groups(l, [&](const Plan::Tile& tile, double* sums) {
        add_fixed_risks(tile, sums);
        for (std::size_t i = tile.rates.begin; i < tile.rates.end; ++i) {
            const Plan::Rate& rate = plan_->rates[i];
            if (predicted_class(predictions_.at(rate.point)) == rate.of_class) sums[rate.risk] += rate.weight;
        }
    });
    add_constants(l);
}

void RiskSums::flips(std::span<double> l) {
    sum_over_groups(l, [&](const Plan::Tile& tile, double* sums) {
        for (std::size_t i = tile.pairs.begin; i < tile.pairs.end; ++i) {
            const Plan::Pair& pair = plan_->pairs[i];
            if (predicted_class(predictions_.at(pair.first)) != predicted_class(predictions_.at(pair.second)))
                sums[pair.risk] += pair.weight;
        }
    });
}

void RiskSums::add_gradient(const Plan::Tile& tile, std::span<const double> w) {
    const auto to = [&](std::size_t point) { return gradient_.data() + point * outputs_; };
    std::fill_n(to(tile.points.begin), tile.points.size() * outputs_, 0.0);
    for (std::size_t i = tile.losses.begin; i < tile.losses.end; ++i) {
        const Plan::Loss& entry = plan_->losses[i];
        add_loss_gradient(predictions_.at(entry.point), {entry.label, entry.target}, w[entry.risk] * entry.weight,
                          to(entry.point));
    }
    for (std::size_t i = tile.rates.begin; i < tile.rates.end; ++i) {
        const Plan::Rate& rate = plan_->rates[i];
        add_probability_gradient(predictions_.at(rate.point), rate.of_class, w[rate.risk] * rate.weight,
                                 to(rate.point));
    }
    for (std::size_t i = tile.pairs.begin; i < tile.pairs.end; ++i) {
        const Plan::Pair& pair = plan_->pairs[i];
        if (w[pair.risk] == 0) continue;  // a constraint that does not bind pulls at nothing
        add_divergence_gradient(predictions_.at(pair.first), predictions_.at(pair.second), w[pair.risk] * pair.weight,
                                to(pair.first), to(pair.second));
    }
}

std::span<const double> RiskSums::gradient(std::span<const double> w) {
    const Plan& plan = *plan_;
    at_least(gradient_, plan.num_points() * outputs_);
    pool_.run(plan.groups.size(), [&](std::size_t group, std::size_t /*thread*/) {
        for (std::size_t tile = plan.groups[group].begin; tile < plan.groups[group].end; ++tile)
            add_gradient(plan.tiles[tile], w);
    });
    return {gradient_.data(), plan.num_points() * outputs_};
}

}  // namespace alcole::engine
