#include "engine/cpu/memory.hpp"
#include "engine/risk/measures.hpp"
#include "engine/risk/risk_sums.hpp"
#include "engine/risk/runs.hpp"

#include <algorithm>

namespace alcole::engine {

/// Adds the second derivatives of everything that depends on single points, times the directions along(point), to
/// to(point).
template <class Along, class To>
void RiskSums::add_curvature_of_points(const Plan::Tile& tile, std::span<const double> w, Along along, To to) const {
    const auto add_losses = [&](const std::vector<Plan::Loss>& losses, IndexRange range) {
        for (std::size_t i = range.begin; i < range.end; ++i) {
            const Plan::Loss& entry = losses[i];
            if (w[entry.risk] != 0)
                add_loss_curvature(predictions_.at(entry.point), w[entry.risk] * entry.weight, along(entry.point),
                                   to(entry.point));
        }
    };
    for (std::size_t c = tile.columns.begin; c < tile.columns.end; ++c) {
        const Plan::Column& column = plan_->columns[c];
        const double* weight = plan_->weights.data() + column.begin;
        const double width = width_of(column);
        const double pull = w[column.risk] / (width * width);
        const std::size_t size = tile.points.size();
        for (std::size_t i = 0; pull != 0 && i < size; ++i) {
            const std::size_t point = tile.points.begin + i;
            if (column.kind == Plan::Column::Kind::losses)
                add_loss_curvature(predictions_.at_binary(point), pull * (weight[i] + weight[size + i]), along(point),
                                   to(point));
            else
                add_probability_curvature(of_rate<true>(column, point), 1, pull * weight[i], along(point), to(point));
        }
    }
    add_losses(plan_->losses, tile.losses);
    add_losses(plan_->each_row, tile.each_row);
    for (std::size_t i = tile.rates.begin; i < tile.rates.end; ++i) {
        const Plan::Rate& rate = plan_->rates[i];
        if (w[rate.risk] == 0) continue;
        const double width = width_of(rate);
        add_probability_curvature(of_rate<false>(rate, rate.point), rate.of_class,
                                  w[rate.risk] * rate.weight / (width * width), along(rate.point), to(rate.point));
    }
    for (std::size_t i = tile.values.begin; i < tile.values.end; ++i) {
        const Plan::Value& value = plan_->values[i];
        if (w[value.risk] == 0) continue;
        engine::add_curvature(predictions_.at(value.point), value, width_, w[value.risk] * value.weight,
                              along(value.point), to(value.point));
    }
}

/// Calls job(i, pair, weight) for the tile's pairs that have a weight.
template <class Job>
void RiskSums::for_each_pair(const Plan::Tile& tile, std::span<const double> w, Job job) const {
    for (std::size_t i = tile.pairs.begin; i < tile.pairs.end; ++i) {
        const Plan::Pair& pair = plan_->pairs[i];
        if (w[pair.risk] != 0) job(i, pair, w[pair.risk] * pair.weight);
    }
}

void RiskSums::add_curvature(const Plan::Tile& tile, std::span<const double> w, std::span<const double> ds) {
    const auto to = [&](std::size_t point) { return change_.data() + point * outputs_; };
    const auto along = [&](std::size_t point) { return ds.data() + point * outputs_; };
    std::fill_n(to(tile.points.begin), tile.points.size() * outputs_, 0.0);
    add_curvature_of_points(tile, w, along, to);
    for_each_pair(tile, w, [&](std::size_t /*i*/, const Plan::Pair& pair, double weight) {
        const Prediction first = predictions_.at(pair.first);
        const Prediction second = predictions_.at(pair.second);
        if (is_divergence(pair)) {
            add_divergence_curvature(first, second, weight, along(pair.first), along(pair.second), to(pair.first),
                                     to(pair.second));
            return;
        }
        const double change = weight * smooth(difference(first, second), pair, width_).curve *
                              (along(pair.second)[0] - along(pair.first)[0]);
        to(pair.first)[0] -= change;
        to(pair.second)[0] += change;
    });
}

std::span<const double> RiskSums::curvature(std::span<const double> w, std::span<const double> ds) {
    at_least(change_, plan_->num_points() * outputs_);
    for_each_tile([&](const Plan::Tile& tile, std::size_t /*thread*/) { add_curvature(tile, w, ds); });
    return {change_.data(), plan_->num_points() * outputs_};
}

/// Row k of a block is the change of the gradient along the k-th unit vector.
void RiskSums::add_blocks(const Plan::Tile& tile, std::span<const double> w, double* unused) {
    const std::size_t block = outputs_ * outputs_;
    const double* zero = units_.data() + block;
    double* points = blocks_.points.data();
    std::fill_n(points + tile.points.begin * block, tile.points.size() * block, 0.0);
    std::fill_n(blocks_.pairs.data() + tile.pairs.begin * block, tile.pairs.size() * block, 0.0);
    for (std::size_t k = 0; k < outputs_; ++k) {
        const double* unit = units_.data() + k * outputs_;
        const auto to = [&](std::size_t point) { return points + point * block + k * outputs_; };
        add_curvature_of_points(
            tile, w, [&](std::size_t /*point*/) { return unit; }, to);
        for_each_pair(tile, w, [&](std::size_t i, const Plan::Pair& pair, double weight) {
            const Prediction first = predictions_.at(pair.first);
            const Prediction second = predictions_.at(pair.second);
            if (!is_divergence(pair)) {  // such models have one score
                const double curve = weight * smooth(difference(first, second), pair, width_).curve;
                to(pair.first)[0] += curve;
                to(pair.second)[0] += curve;
                blocks_.pairs[i] -= curve;
                return;
            }
            add_divergence_curvature(first, second, weight, unit, zero, to(pair.first), unused);
            add_divergence_curvature(first, second, weight, zero, unit, blocks_.pairs.data() + i * block + k * outputs_,
                                     to(pair.second));
        });
    }
}

const ScoreCurvature& RiskSums::curvature(std::span<const double> w) {
    const std::size_t block = outputs_ * outputs_;
    if (units_.empty()) {
        units_.assign(block + outputs_, 0.0);
        for (std::size_t k = 0; k < outputs_; ++k) units_[k * outputs_ + k] = 1;
    }
    at_least(unused_, pool_.size() * outputs_);
    at_least(blocks_.points, plan_->num_points() * block);
    at_least(blocks_.pairs, plan_->pairs.size() * block);
    for_each_tile(
        [&](const Plan::Tile& tile, std::size_t thread) { add_blocks(tile, w, unused_.data() + thread * outputs_); });
    return blocks_;
}

}  // namespace alcole::engine
