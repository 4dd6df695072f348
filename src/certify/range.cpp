#include "certify/range.hpp"

#include <alcole/tabular/cut_points.hpp>

#include "base/logistic.hpp"
#include "certify/intervals.hpp"
#include "certify/tree_ranges.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace alcole::certify {
namespace {

using tabular::AttributeChange;
using tabular::Block;
using tabular::Task;
using Cause = NoBound::Cause;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double least = 1e-12;  // widens every range: an empty range is not allowed, and doubles are rounded too

/// The score ranges of ordered classes, from the range of the number f that determines all their scores. For k > j,
/// s_k - s_j increases with f, and |d s_k / d f| <= 1.
class OrderedRanges final : public ScoreRanges {
  public:
    explicit OrderedRanges(const learning::TrainedModel& model)
        : model_(uncalibrated(model)),
          number_(model_),
          cuts_(model.schema.target.classes.size()),
          slope_(model.shape.calibration ? model.shape.calibration->beyond : 1) {
        cuts_.move_to(std::span<const float>(model_.theta).last(model.schema.num_steps()));
    }

    std::size_t classes() const override { return cuts_.classes(); }
    Range score_difference(std::size_t k, std::size_t j) const override {
        const Range f = number_.score_difference(1, 0);
        if (k == j) return {0, 0};
        if (!std::isfinite(f.width())) return {-infinity, infinity};
        const Range rising{.low = difference_at(f.low, k, j), .high = difference_at(f.high, k, j)};
        return k > j ? rising : Range{rising.high, rising.low};
    }
    double spread(std::size_t from, std::size_t to) const override { return 2 * slope_ * number_.spread(from, to); }
    double spread_of_raise(std::size_t input, double by) const override {
        return 2 * slope_ * number_.spread_of_raise(input, by);
    }
    double largest_part() const override { return number_.largest_part(); }

  private:
    static learning::TrainedModel uncalibrated(learning::TrainedModel model) {
        model.shape.calibration.reset();
        return model;
    }
    double difference_at(double f, std::size_t k, std::size_t j) const {
        std::vector<double> s(classes());
        cuts_.scores(f, s);
        return slope_ * (s[k] - s[j]);
    }

    learning::TrainedModel model_;
    Intervals number_;
    tabular::CutPoints cuts_;
    double slope_;
};

std::unique_ptr<ScoreRanges> score_ranges(const learning::TrainedModel& model) {
    if (model.schema.target.task == Task::ordinal) return std::make_unique<OrderedRanges>(model);
    if (model.shape.trees) return std::make_unique<TreeRanges>(model);
    return std::make_unique<Intervals>(model);
}

double log_sum_exp(const std::vector<double>& terms) {
    const double top = std::ranges::max(terms);
    if (std::isinf(top)) return top;
    double total = 0;
    for (const double v : terms) total += std::exp(v - top);
    return top + std::log(total);
}

/// For each class y, the range of its loss: log sum_k exp(s_k - s_y) at the smallest and at the largest differences.
std::vector<Range> losses_of_classes(const ScoreRanges& scores) {
    std::vector<Range> losses;
    for (std::size_t y = 0; y < scores.classes(); ++y) {
        std::vector<double> low = {0};  // k = y
        std::vector<double> high = {0};
        for (std::size_t k = 0; k < scores.classes(); ++k) {
            if (k == y) continue;
            const Range c = scores.score_difference(k, y);
            low.push_back(c.low);
            high.push_back(c.high);
        }
        losses.push_back({.low = log_sum_exp(low), .high = log_sum_exp(high)});
    }
    return losses;
}

/// KL(f(x) || f(x')) for two classes with scores s and t: A(t) - A(s) - A'(s) (t - s), where A(s) = log(1 + exp(s)).
double divergence_of_two(double s, double t) {
    const double p = base::sigmoid(s);
    return log_sum_exp({0, t}) - log_sum_exp({0, s}) - p * (t - s);
}

/// The largest divergence between two arbitrary predictions. With two classes it is convex in t and grows with the
/// distance between s and t, so it is largest at opposite ends. With more classes it is a mean of log(p_k / q_k), each
/// of which is a difference of two losses of class k.
double divergence_of_unrelated(const ScoreRanges& scores) {
    if (scores.classes() == 2) {
        const Range s = scores.score_difference(1, 0);
        if (!std::isfinite(s.width())) return infinity;
        return std::max(divergence_of_two(s.low, s.high), divergence_of_two(s.high, s.low));
    }
    double widest = 0;
    for (const Range& loss : losses_of_classes(scores)) widest = std::max(widest, loss.width());
    return widest;
}

/// The pairs (from, to) of inputs between which the change moves the 1; no_input stands for a word that did not occur
/// in training.
std::vector<std::pair<std::size_t, std::size_t>> moves_of(const tabular::Schema& schema,
                                                          const AttributeChange& change) {
    const tabular::Feature& feature = schema.feature(change.column);
    Block block;
    for (const Block& each : tabular::blocks_of(schema))
        if (&schema.features[each.feature] == &feature) block = each;
    const auto input_of = [&](const std::string& level) {
        const auto found = std::ranges::find(feature.levels, level);
        return found == feature.levels.end()
                   ? no_input
                   : block.first_input + static_cast<std::size_t>(found - feature.levels.begin());
    };
    if (change.flip) {
        const std::size_t one = input_of(feature.levels.at(0));
        const std::size_t other = input_of(feature.levels.at(1));
        return {{one, other}, {other, one}};
    }
    const std::size_t to = input_of(change.to);
    if (!change.from.empty()) return {{input_of(change.from), to}};
    std::vector<std::pair<std::size_t, std::size_t>> moves = {{no_input, to}};
    for (std::size_t j = block.first_input; j < block.first_input + block.size; ++j) moves.emplace_back(j, to);
    return moves;
}

/// The largest spread that a change can cause. Simultaneous changes cause at most the sum of their spreads.
double spread_of(const tabular::Schema& schema, const ScoreRanges& scores, const AttributeChange& change) {
    const tabular::Feature& feature = schema.feature(change.column);
    double spread = 0;
    if (feature.type == tabular::ColumnType::number) {
        std::size_t input = 0;
        for (const auto& each : schema.features) {
            if (&each == &feature) break;
            if (each.is_amount()) ++input;
        }
        spread = scores.spread_of_raise(input, change.add / feature.sd);
    } else {
        for (const auto& [from, to] : moves_of(schema, change)) spread = std::max(spread, scores.spread(from, to));
    }
    for (const auto& one : change.also) spread += spread_of(schema, scores, one);
    return spread;
}

}  // namespace

DerivedRange loss_range(const learning::TrainedModel& model) {
    const auto& target = model.schema.target;
    if (target.task == Task::regression)
        return {.no_bound = {{.cause = Cause::unbounded_error, .names = {target.column}}}};
    Range range{.low = infinity, .high = 0};
    for (const Range& loss : losses_of_classes(*score_ranges(model))) {
        range.low = std::min(range.low, loss.low);
        range.high = std::max(range.high, loss.high);
    }
    if (std::isfinite(range.high)) return {.range = Range{std::max(0.0, range.low - least), range.high + least}};
    NoBound unbounded{.cause = Cause::unbounded_loss};
    if (!model.shape.hidden.empty()) unbounded.names.emplace_back(tabular::to_string(model.shape.activation));
    return {.no_bound = std::move(unbounded)};
}

DerivedRange divergence_range(const learning::TrainedModel& model, const AttributeChange& change) {
    const auto ranges = score_ranges(model);
    const ScoreRanges& scores = *ranges;
    double spread = spread_of(model.schema, scores, change);
    // The two scores are computed in single precision before they are compared. Their rounding errors are proportional
    // to their largest summand, so if large weights cancel, a share of the spread does not cover them.
    constexpr double room = 1e-4;
    constexpr double roundings = 8 * 0x1p-23;
    double largest = scores.largest_part();
    if (model.shape.calibration) largest *= std::max(1.0, model.shape.calibration->steepest());
    spread = spread * (1 + room) + roundings * largest;
    if (model.schema.target.task == Task::regression) {
        if (std::isfinite(spread)) return {.range = Range{0, spread * spread / 2 + least}};
        return {.no_bound = {{.cause = Cause::unbounded_raise, .names = {change.column}}}};
    }
    const bool ordered = model.schema.target.task == Task::ordinal && !model.shape.calibration;
    const double smooth = ordered ? spread * spread / 24 : spread * spread / 8;  // for ordered classes, d = spread / 2
    const double high = std::min({smooth, ordered ? spread / 2 : spread, divergence_of_unrelated(scores)});
    if (!std::isfinite(high)) return {.no_bound = {{.cause = Cause::unbounded_change, .names = {change.column}}}};
    return {.range = Range{0, high + least}};
}

DerivedRange value_range(const learning::TrainedModel& model) {
    const auto& target = model.schema.target;
    if (target.task == Task::ordinal) return {.range = Range{1, static_cast<double>(target.classes.size())}};
    const Range s = score_ranges(model)->score_difference(1, 0);
    if (std::isfinite(s.width()))
        return {.range = Range{target.mean + target.sd * s.low, target.mean + target.sd * s.high}};
    return {.no_bound = {{.cause = Cause::unbounded_prediction}}};
}

}  // namespace alcole::certify
