#pragma once

#include <alcole/tabular/trees.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace alcole::engine {

/// Consecutive points and their rows of inputs.
struct TreeRows {
    std::size_t first = 0;
    std::size_t count = 0;
    const float* inputs = nullptr;  // rows of `width`
    std::size_t width = 0;
    bool complete = false;  // no row has a missing value
};

/// A tree laid out for evaluation. Leaves lead back to themselves and the next node is looked up in a table, so several
/// rows descend in lockstep, without branches to mispredict.
class TreePath {
  public:
    explicit TreePath(const tabular::Tree& tree) : output_(tree.output), depth_(depth_of(tree)) {
        for (const auto& node : tree.nodes) {
            const auto own = static_cast<std::int32_t>(steps_.size());
            if (node.is_leaf())
                steps_.push_back({.input = 0, .value = node.value, .next = {own, own, own}});
            else
                steps_.push_back(
                    {.input = node.input, .value = node.value, .next = {node.below, node.above, node.missing}});
        }
    }
    std::size_t output() const { return output_; }
    /// The value that a leaf adds to the score.
    float value(std::size_t leaf) const { return steps_[leaf].value; }

    /// Calls visit(point, leaf) for all rows.
    template <class Visit>
    void walk(const TreeRows& rows, Visit visit) const {
        rows.complete ? walk_blocks<true>(rows, visit) : walk_blocks<false>(rows, visit);
    }

  private:
    struct Step {
        std::int32_t input;
        float value;
        std::array<std::int32_t, 3> next;  // below, above, missing
    };
    static constexpr std::size_t together = 8;
    /// In trees up to this depth, all rows take `depth` steps: testing which have arrived would take longer.
    static constexpr std::size_t shallow = 8;

    static std::size_t depth_of(const tabular::Tree& tree) {  // children come after their parents
        std::vector<std::size_t> depths(tree.nodes.size(), 0);
        std::size_t deepest = 0;
        for (std::size_t at = 0; at < depths.size(); ++at) {
            const auto& node = tree.nodes[at];
            deepest = std::max(deepest, depths[at]);
            if (node.is_leaf()) continue;
            for (const std::int32_t next : {node.below, node.above, node.missing}) {
                std::size_t& depth = depths[static_cast<std::size_t>(next)];
                depth = std::max(depth, depths[at] + 1);
            }
        }
        return deepest;
    }

    template <bool complete>
    std::int32_t next(std::int32_t at, const float* inputs) const {
        const Step& step = steps_[static_cast<std::size_t>(at)];
        const float v = inputs[step.input];
        if constexpr (complete) return step.next[v < step.value ? 0U : 1U];
        return step.next[(v < step.value ? 0U : 1U) + (std::isnan(v) ? 1U : 0U)];  // NaN is not less: 1 + 1
    }

    template <bool complete, class Visit>
    void walk_blocks(const TreeRows& rows, Visit& visit) const {
        for (std::size_t first = 0; first < rows.count; first += together) {
            std::array<std::int32_t, together> at{};
            std::array<const float*, together> inputs{};
            for (std::size_t i = 0; i < together; ++i)  // an incomplete block is filled up with the last row
                inputs[i] = rows.inputs + std::min(first + i, rows.count - 1) * rows.width;
            std::int32_t moved = 1;
            for (std::size_t step = 0; step < depth_ && moved != 0; ++step) {
                moved = depth_ <= shallow ? 1 : 0;
                for (std::size_t i = 0; i < together; ++i) {
                    const std::int32_t to = next<complete>(at[i], inputs[i]);
                    moved |= to ^ at[i];
                    at[i] = to;
                }
            }
            for (std::size_t i = 0; i < std::min(together, rows.count - first); ++i)
                visit(rows.first + first + i, static_cast<std::size_t>(at[i]));
        }
    }

    std::size_t output_;
    std::size_t depth_;
    std::vector<Step> steps_;
};

}  // namespace alcole::engine
