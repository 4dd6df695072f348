#include "certify/range.hpp"

#include "certify/activation_range.hpp"
#include "engine/layers.hpp"
#include "table/encode.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace alcole::certify {
namespace {

using engine::Layer;
using tabular::AttributeChange;
using tabular::Block;
using tabular::Task;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

/// The deployed network computes in single precision, this page in exact numbers. Sums of n products are off by at most
/// about n units in the last place of the sum of their sizes; a few more units for the activations.
double rounding(std::size_t products) { return static_cast<double>(products + 16) * 0x1p-23; }

/// Everything the inputs of a layer can be: each on its own between two ends, and blocks of which at most one is 1.
struct Box {
    std::vector<Range> units{};
    std::vector<Block> blocks{};

    /// sum_j weight(j) x_j + bias over the box, with room for rounding. Exact but for that, because units and blocks
    /// are free of each other.
    template <class Weight>
    Range sum(const Weight& weight, double bias) const {
        Range total{.low = bias, .high = bias};
        double size = std::abs(bias);
        const auto add = [&](double low, double high) {
            total.low += low;
            total.high += high;
            size += std::max(std::abs(low), std::abs(high));
        };
        for (std::size_t j = 0; j < units.size(); ++j) {
            const double w = weight(j);
            if (w == 0) continue;  // and zero times infinity is nothing
            add(w * (w > 0 ? units[j].low : units[j].high), w * (w > 0 ? units[j].high : units[j].low));
        }
        std::size_t count = units.size();
        for (const Block& block : blocks) {
            double low = 0;  // none of them is 1
            double high = 0;
            for (std::size_t j = block.first_input; j < block.first_input + block.size; ++j) {
                low = std::min(low, weight(j));
                high = std::max(high, weight(j));
            }
            add(low, high);
            ++count;
        }
        const double room = size * rounding(count);
        return {.low = total.low - room, .high = total.high + room};
    }
};

/// What stands before the last layer for every input there is.
struct Walk {
    explicit Walk(const Network& asked)
        : network(asked),
          layers(engine::layers_of(asked.model, asked.schema.num_inputs(), asked.schema.num_outputs())) {
        Box inputs{.units = std::vector<Range>(tabular::num_numbers(network.schema), {-infinity, infinity}),
                   .blocks = tabular::blocks_of(network.schema)};
        boxes.push_back(std::move(inputs));
        for (std::size_t l = 0; l + 1 < layers.size(); ++l) boxes.push_back(after(l));
    }

    double weight(std::size_t layer, std::size_t input, std::size_t output) const {
        const Layer& at = layers[layer];
        return static_cast<double>(network.theta[at.weights_at + input * at.outputs + output]);
    }
    double bias(std::size_t layer, std::size_t output) const {
        return static_cast<double>(network.theta[layers[layer].biases_at + output]);
    }

    Box after(std::size_t l) const {
        Box box;
        for (std::size_t k = 0; k < layers[l].outputs; ++k) {
            const Range z = boxes[l].sum([&](std::size_t j) { return weight(l, j, k); }, bias(l, k));
            Range h = image(network.model.activation, z);
            h.low -= rounding(0) * std::max(1.0, std::abs(h.low));
            h.high += rounding(0) * std::max(1.0, std::abs(h.high));
            box.units.push_back(h);
        }
        return box;
    }

    /// How far the units before the last layer move when input `from` gives its 1 to input `to`.
    Box moved(std::size_t from, std::size_t to) const {
        Box steps;
        for (std::size_t l = 0; l + 1 < layers.size(); ++l) {
            Box next;
            for (std::size_t k = 0; k < layers[l].outputs; ++k) {
                const Range z = l == 0 ? exactly(first_step(from, to, [&](std::size_t j) { return weight(0, j, k); }))
                                       : steps.sum([&](std::size_t j) { return weight(l, j, k); }, 0);
                const Range h = movement(network.model.activation, z);
                const double widest = boxes[l + 1].units[k].width();
                const double room = 2 * rounding(0);
                next.units.push_back({.low = std::max(h.low - room, -widest), .high = std::min(h.high + room, widest)});
            }
            steps = std::move(next);
        }
        return steps;
    }

    template <class Weight>
    static double first_step(std::size_t from, std::size_t to, const Weight& weight) {
        return (to == none ? 0.0 : weight(to)) - (from == none ? 0.0 : weight(from));
    }
    static Range exactly(double v) { return {.low = v, .high = v}; }

    /// Classes are told apart by differences of scores; of two classes the first has score 0 and the model says the
    /// other. In regression the one score is compared with nothing, that is with 0.
    std::size_t classes() const { return layers.back().outputs == 1 ? 2 : layers.back().outputs; }
    /// The weight of s_k - s_j on unit i.
    double contrast(std::size_t i, std::size_t k, std::size_t j) const {
        return part(k, [&](std::size_t output) { return weight(layers.size() - 1, i, output); }) -
               part(j, [&](std::size_t output) { return weight(layers.size() - 1, i, output); });
    }
    double contrast_of_biases(std::size_t k, std::size_t j) const {
        return part(k, [&](std::size_t output) { return bias(layers.size() - 1, output); }) -
               part(j, [&](std::size_t output) { return bias(layers.size() - 1, output); });
    }
    template <class Entry>
    double part(std::size_t of_class, const Entry& entry) const {
        if (layers.back().outputs > 1) return entry(of_class);
        return of_class == 1 ? entry(0) : 0.0;
    }

    Range score_difference(std::size_t k, std::size_t j) const {
        return boxes.back().sum([&](std::size_t i) { return contrast(i, k, j); }, contrast_of_biases(k, j));
    }

    const Network& network;
    std::vector<Layer> layers;
    std::vector<Box> boxes;  // the inputs of every layer
};

double log_sum_exp(const std::vector<double>& terms) {
    const double top = std::ranges::max(terms);
    if (std::isinf(top)) return top;
    double total = 0;
    for (const double v : terms) total += std::exp(v - top);
    return top + std::log(total);
}

/// Of each class y: log sum_k exp(s_k - s_y) at the least and at the largest differences.
std::vector<Range> losses_of_classes(const Walk& walk) {
    std::vector<Range> losses;
    for (std::size_t y = 0; y < walk.classes(); ++y) {
        std::vector<double> low = {0};  // k = y
        std::vector<double> high = {0};
        for (std::size_t k = 0; k < walk.classes(); ++k) {
            if (k == y) continue;
            const Range c = walk.score_difference(k, y);
            low.push_back(c.low);
            high.push_back(c.high);
        }
        losses.push_back({.low = log_sum_exp(low), .high = log_sum_exp(high)});
    }
    return losses;
}

/// Of two classes with scores s and t: A(t) - A(s) - A'(s) (t - s), with A(s) = log(1 + exp(s)).
double divergence_of_two(double s, double t) {
    const double p = 1 / (1 + std::exp(-s));
    return log_sum_exp({0, t}) - log_sum_exp({0, s}) - p * (t - s);
}

/// The largest divergence of two predictions that have nothing to do with each other. Of two classes it is convex in t
/// and grows with the distance of s from t, so it is largest at opposite ends; of more, it is a mean of log(p_k / q_k),
/// each of which is a difference of two losses of class k.
double divergence_of_strangers(const Walk& walk) {
    if (walk.classes() == 2) {
        const Range s = walk.score_difference(1, 0);
        if (!std::isfinite(s.width())) return infinity;
        return std::max(divergence_of_two(s.low, s.high), divergence_of_two(s.high, s.low));
    }
    double widest = 0;
    for (const Range& loss : losses_of_classes(walk)) widest = std::max(widest, loss.width());
    return widest;
}

/// The pairs of inputs of which one gives its 1 to the other; `none` for a word that training never met.
std::vector<std::pair<std::size_t, std::size_t>> moves_of(const tabular::Schema& schema,
                                                          const AttributeChange& change) {
    const tabular::Feature& feature = schema.feature(change.column);
    Block block;
    for (const Block& each : tabular::blocks_of(schema))
        if (&schema.features[each.feature] == &feature) block = each;
    const auto input_of = [&](const std::string& level) {
        const auto found = std::ranges::find(feature.levels, level);
        return found == feature.levels.end()
                   ? none
                   : block.first_input + static_cast<std::size_t>(found - feature.levels.begin());
    };
    if (change.flip) {
        const std::size_t one = input_of(feature.levels.at(0));
        const std::size_t other = input_of(feature.levels.at(1));
        return {{one, other}, {other, one}};
    }
    const std::size_t to = input_of(change.to);
    if (!change.from.empty()) return {{input_of(change.from), to}};
    std::vector<std::pair<std::size_t, std::size_t>> moves = {{none, to}};
    for (std::size_t j = block.first_input; j < block.first_input + block.size; ++j) moves.emplace_back(j, to);
    return moves;
}

/// The largest difference of movements of two scores.
double spread_of(const Walk& walk, std::size_t from, std::size_t to) {
    const Box steps = walk.moved(from, to);
    const bool linear = walk.layers.size() == 1;
    double spread = 0;
    for (std::size_t k = 0; k < walk.classes(); ++k) {
        for (std::size_t j = 0; j < k; ++j) {
            const auto weight = [&](std::size_t i) { return walk.contrast(i, k, j); };
            const Range d = linear ? Walk::exactly(Walk::first_step(from, to, weight)) : steps.sum(weight, 0);
            spread = std::max({spread, d.high, -d.low});
        }
    }
    return spread;
}

}  // namespace

DerivedRange loss_range(const Network& network) {
    const auto& target = network.schema.target;
    if (target.task == Task::regression)
        return {.reason = "the target '" + target.column + "' is a number, and nothing bounds how far a prediction " +
                          "can be off; a constraint on a divergence can be certified"};
    Range range{.low = infinity, .high = 0};
    for (const Range& loss : losses_of_classes(Walk(network))) {
        range.low = std::min(range.low, loss.low);
        range.high = std::max(range.high, loss.high);
    }
    if (std::isfinite(range.high)) return {.range = range};
    const std::string who =
        network.model.hidden.empty()
            ? "a linear model"
            : "a network of " + std::string(tabular::to_string(network.model.activation)) + " units";
    return {.reason = "the scores of " + who + " grow with its number inputs, so its loss has no largest value; " +
                      "sigmoid and tanh networks have one, and so has the error rate of any model"};
}

DerivedRange divergence_range(const Network& network, const AttributeChange& change) {
    const Walk walk(network);
    double spread = 0;
    for (const auto& [from, to] : moves_of(network.schema, change))
        spread = std::max(spread, spread_of(walk, from, to));
    // Of two scores that are rounded before they are compared; and a range of no width is none.
    constexpr double room = 1e-4;
    constexpr double least = 1e-12;
    spread = spread * (1 + room);
    if (network.schema.target.task == Task::regression) return {.range = Range{0, spread * spread / 2 + least}};
    const double high = std::min({spread * spread / 8, spread, divergence_of_strangers(walk)});
    return {.range = Range{0, high + least}};
}

}  // namespace alcole::certify
