#include "certify/intervals.hpp"

#include "certify/activation_range.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace alcole::certify {
namespace {

/// The largest number, in standard deviations from the mean, for which the movements of scores have room for rounding.
/// Rounding errors grow with the numbers, so no finite room is enough for every row.
constexpr double largest_number = 100;

/// A relative bound on rounding errors, because the deployed network computes in single precision: the error of a sum
/// of n products is at most about n units in the last place of the sum of their magnitudes, plus a few for the
/// activation.
double rounding(std::size_t products) { return static_cast<double>(products + 16) * 0x1p-23; }

Range wider(const Range& range, double by) { return {.low = range.low - by, .high = range.high + by}; }

}  // namespace

Box::Sum Box::exact_sum(std::span<const double> weights, double bias) const {
    Range total{.low = bias, .high = bias};
    double size = std::abs(bias);
    const auto add = [&](double low, double high) {
        total.low += low;
        total.high += high;
        size += std::max(std::abs(low), std::abs(high));
    };
    for (std::size_t j = 0; j < units.size(); ++j) {
        const double w = weights[j];
        if (w == 0) continue;  // 0 times infinity would be NaN
        add(w * (w > 0 ? units[j].low : units[j].high), w * (w > 0 ? units[j].high : units[j].low));
    }
    for (const auto& block : blocks) {
        double low = 0;  // if no input of the block is 1
        double high = 0;
        for (const double w : weights.subspan(block.first_input, block.size)) {
            low = std::min(low, w);
            high = std::max(high, w);
        }
        add(low, high);
    }
    return {.range = total, .room = size * rounding(units.size() + blocks.size())};
}

Range Box::sum(std::span<const double> weights, double bias) const {
    const Sum found = exact_sum(weights, bias);
    return wider(found.range, found.room);
}

Intervals::Intervals(const learning::TrainedModel& model)
    : model_(model),
      layers_(tabular::layers_of(model.shape, model.schema)),
      boxes_(boxes_up_to(std::numeric_limits<double>::infinity())),
      usual_(boxes_up_to(largest_number)) {}

std::vector<Box> Intervals::boxes_up_to(double number) const {
    std::vector<Box> boxes = {{.units = std::vector<Range>(tabular::num_numbers(model_.schema), {-number, number}),
                               .blocks = tabular::blocks_of(model_.schema)}};
    for (std::size_t layer = 0; layer + 1 < layers_.size(); ++layer) boxes.push_back(after(layer, boxes.back()));
    return boxes;
}

std::vector<double> Intervals::weights_into(std::size_t layer, std::size_t output) const {
    const tabular::Layer& at = layers_[layer];
    std::vector<double> weights(at.inputs);
    for (std::size_t j = 0; j < at.inputs; ++j) weights[j] = static_cast<double>(model_.theta[at.weight_at(j, output)]);
    return weights;
}

double Intervals::bias_of(std::size_t layer, std::size_t output) const {
    return static_cast<double>(model_.theta[layers_[layer].biases_at + output]);
}

Box Intervals::after(std::size_t layer, const Box& before) const {
    Box box;
    for (std::size_t k = 0; k < layers_[layer].outputs; ++k) {
        const Range z = before.sum(weights_into(layer, k), bias_of(layer, k));
        Range h = image(model_.shape.activation, z);
        h.low -= rounding(0) * std::max(1.0, std::abs(h.low));
        h.high += rounding(0) * std::max(1.0, std::abs(h.high));
        box.units.push_back(h);
    }
    return box;
}

/// The weights of s_k - s_j on the inputs of the last layer.
std::vector<double> Intervals::contrast(std::size_t k, std::size_t j) const {
    const std::size_t last = layers_.size() - 1;
    std::vector<double> weights = weights_into(last, outputs() == 1 ? 0 : k);
    if (outputs() == 1) {
        for (double& w : weights) w *= (k == 1 ? 1.0 : 0.0) - (j == 1 ? 1.0 : 0.0);
        return weights;
    }
    const auto others = weights_into(last, j);
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] -= others[i];
    return weights;
}

/// With two classes there is one score, and the calibration map is increasing, so it maps the ends of the range. With
/// several classes, calibration multiplies all scores by the same factor.
Range Intervals::score_difference(std::size_t k, std::size_t j) const {
    const auto& map = model_.shape.calibration;
    if (!map) return network_difference(k, j);
    if (outputs() > 1) {
        const Range raw = network_difference(k, j);
        return {.low = map->beyond * raw.low, .high = map->beyond * raw.high};
    }
    if (k == j) return {.low = 0, .high = 0};
    const Range raw = network_difference(1, 0);
    const Range score{.low = (*map)(raw.low), .high = (*map)(raw.high)};
    return k == 1 ? score : Range{.low = -score.high, .high = -score.low};
}

Range Intervals::network_difference(std::size_t k, std::size_t j) const {
    return boxes_.back().sum(contrast(k, j), bias_contrast(k, j));
}

double Intervals::bias_contrast(std::size_t k, std::size_t j) const {
    const std::size_t last = layers_.size() - 1;
    return outputs() == 1 ? bias_of(last, 0) * ((k == 1 ? 1.0 : 0.0) - (j == 1 ? 1.0 : 0.0))
                          : bias_of(last, k) - bias_of(last, j);
}

/// The ranges of the changes of the units before the last layer. The sums of the first layer change by a difference of
/// two weights. Both sums are rounded, and their errors are proportional to the sums, not to the change.
Box Intervals::moved(const Step& step) const {
    Box steps;
    for (std::size_t layer = 0; layer + 1 < layers_.size(); ++layer) {
        Box next;
        for (std::size_t k = 0; k < layers_[layer].outputs; ++k) {
            const auto weights = weights_into(layer, k);
            const double by = layer == 0 ? step.of(weights) : 0.0;
            const Range exact = layer == 0 ? Range{.low = by, .high = by} : steps.sum(weights, 0);
            const Range z = wider(exact, usual_[layer].exact_sum(weights, bias_of(layer, k)).room);
            const Range h = movement(model_.shape.activation, z);
            const double widest = boxes_[layer + 1].units[k].width();
            const Range& unit = usual_[layer + 1].units[k];
            const double room = rounding(0) * std::max({1.0, std::abs(unit.low), std::abs(unit.high)});
            next.units.push_back({.low = std::max(h.low - room, -widest), .high = std::min(h.high + room, widest)});
        }
        steps = std::move(next);
    }
    return steps;
}

double Intervals::spread(const Step& step) const {
    const Box steps = moved(step);
    const bool linear = layers_.size() == 1;
    double spread = 0;
    for (std::size_t k = 0; k < classes(); ++k) {
        for (std::size_t j = 0; j < k; ++j) {
            const auto weights = contrast(k, j);
            const Range d = linear ? Range{.low = 0, .high = std::abs(step.of(weights))} : steps.sum(weights, 0);
            const double room = usual_.back().exact_sum(weights, bias_contrast(k, j)).room;
            spread = std::max({spread, d.high + room, room - d.low});
        }
    }
    return model_.shape.calibration ? model_.shape.calibration->steepest() * spread : spread;
}

double Intervals::largest_part() const {
    double largest = 0;
    for (const double weight : model_.theta) largest = std::max(largest, std::abs(weight));
    return largest;
}

}  // namespace alcole::certify
