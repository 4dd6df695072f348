#include "certify/tree_ranges.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace alcole::certify {
namespace {

using tabular::Tree;
using tabular::TreeNode;

/// A row of which only two inputs are known: `one` is 1 and `zero` is 0.
struct Row {
    std::size_t one;
    std::size_t zero;
    /// The child that the row goes to, if it is known.
    std::optional<std::int32_t> next(const TreeNode& node) const {
        const auto input = static_cast<std::size_t>(node.input);
        if (input == one) return node.above;
        if (input == zero) return node.below;
        return std::nullopt;
    }
};

Range both(const Range& a, const Range& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

/// The range of the leaf values that a row can reach from a node.
Range leaves_from(const Tree& tree, std::int32_t at, const Row& row) {
    const TreeNode& node = tree.nodes[static_cast<std::size_t>(at)];
    const auto value = static_cast<double>(node.value);
    if (node.is_leaf()) return {value, value};
    if (const auto next = row.next(node)) return leaves_from(tree, *next, row);
    // A missing value also goes to one of the two children.
    return both(leaves_from(tree, node.below, row), leaves_from(tree, node.above, row));
}

/// The range of the twin's leaf value minus the row's, for a row and its twin at the same node. They part at a split on
/// one of the two inputs; from there on, each may reach any leaf open to it.
Range difference_from(const Tree& tree, std::int32_t at, const Row& row, const Row& twin) {
    const TreeNode& node = tree.nodes[static_cast<std::size_t>(at)];
    if (node.is_leaf()) return {0, 0};
    const auto next = row.next(node);
    const auto twin_next = twin.next(node);
    if (!next) return both(difference_from(tree, node.below, row, twin), difference_from(tree, node.above, row, twin));
    const Range here = leaves_from(tree, *next, row);
    const Range there = leaves_from(tree, *twin_next, twin);
    return {there.low - here.high, there.high - here.low};
}

}  // namespace

TreeRanges::TreeRanges(const learning::TrainedModel& model)
    : ensemble_(tabular::ensemble_of(model.theta, model.schema.num_inputs(), model.schema.num_outputs())) {}

Range TreeRanges::score(std::size_t output) const {
    Range total{ensemble_.base[output], ensemble_.base[output]};
    for (const Tree& tree : ensemble_.trees) {
        if (tree.output != output) continue;
        const Range leaves = leaves_from(tree, 0, {no_input, no_input});
        total.low += leaves.low;
        total.high += leaves.high;
    }
    return {total.low - rounding(), total.high + rounding()};
}

/// A bound on the rounding error of a score, which is summed in single precision.
double TreeRanges::rounding() const { return largest_part() * 0x1p-23; }

Range TreeRanges::score_difference(std::size_t k, std::size_t j) const {
    if (outputs() == 1) {
        const Range s = score(0);
        const double factor = (k == 1 ? 1.0 : 0.0) - (j == 1 ? 1.0 : 0.0);
        return factor < 0 ? Range{-s.high, -s.low} : Range{factor * s.low, factor * s.high};
    }
    const Range a = score(k);
    const Range b = score(j);
    return {a.low - b.high, a.high - b.low};
}

Range TreeRanges::movement(std::size_t output, std::size_t from, std::size_t to) const {
    Range total{0, 0};
    for (const Tree& tree : ensemble_.trees) {
        if (tree.output != output) continue;
        const Range d = difference_from(tree, 0, {.one = from, .zero = to}, {.one = to, .zero = from});
        total.low += d.low;
        total.high += d.high;
    }
    if (total.low == 0 && total.high == 0) return total;  // both add the same leaves in the same order
    return {total.low - 2 * rounding(), total.high + 2 * rounding()};
}

double TreeRanges::spread(std::size_t from, std::size_t to) const {
    if (from == to) return 0;
    std::vector<Range> moves;
    for (std::size_t k = 0; k < outputs(); ++k) moves.push_back(movement(k, from, to));
    if (outputs() == 1) return std::max(moves[0].high, -moves[0].low);
    double spread = 0;
    for (std::size_t k = 0; k < moves.size(); ++k)
        for (std::size_t j = 0; j < k; ++j)
            spread = std::max({spread, moves[k].high - moves[j].low, moves[j].high - moves[k].low});
    return spread;
}

double TreeRanges::largest_part() const {
    double total = 0;
    for (const float base : ensemble_.base) total = std::max(total, std::abs(static_cast<double>(base)));
    double largest = 0;
    for (const Tree& tree : ensemble_.trees) {
        const Range leaves = leaves_from(tree, 0, {no_input, no_input});
        largest += std::max(std::abs(leaves.low), std::abs(leaves.high));
    }
    return (total + largest) * static_cast<double>(std::max<std::size_t>(1, ensemble_.trees.size()));
}

}  // namespace alcole::certify
