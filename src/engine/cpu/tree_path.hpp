#pragma once

#include <alcole/tabular/trees.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace alcole::engine {

/// Some points, one after the other, and their rows of inputs.
struct TreeRows {
    std::size_t first = 0;
    std::size_t count = 0;
    const float* inputs = nullptr;  // rows of `width`
    std::size_t width = 0;
};

/// A tree to walk: its leaves lead back to themselves and where to go next is looked up, so that many rows go together,
/// step by step, and the processor has nothing to guess.
class TreePath {
  public:
    explicit TreePath(const tabular::Tree& tree) : output_(tree.output) {
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
    /// What a leaf adds.
    float value(std::size_t leaf) const { return steps_[leaf].value; }

    /// Calls visit(point, leaf) for all rows.
    template <class Visit>
    void walk(const TreeRows& rows, Visit visit) const {
        constexpr std::size_t together = 8;
        const Step* steps = steps_.data();
        for (std::size_t first = 0; first < rows.count; first += together) {
            std::array<std::int32_t, together> at{};
            std::array<const float*, together> inputs{};
            for (std::size_t i = 0; i < together; ++i)  // the last row stands in for those that are not there
                inputs[i] = rows.inputs + std::min(first + i, rows.count - 1) * rows.width;
            for (std::int32_t moved = 1; moved != 0;) {
                moved = 0;
                for (std::size_t i = 0; i < together; ++i) {
                    const Step& step = steps[at[i]];
                    const float v = inputs[i][step.input];
                    const std::int32_t next = step.next[(v < step.value ? 0U : 1U) + (std::isnan(v) ? 1U : 0U)];
                    moved |= next ^ at[i];
                    at[i] = next;
                }
            }
            for (std::size_t i = 0; i < std::min(together, rows.count - first); ++i)
                visit(rows.first + first + i, static_cast<std::size_t>(at[i]));
        }
    }

  private:
    struct Step {
        std::int32_t input;
        float value;
        std::array<std::int32_t, 3> next;  // below, above, and where nothing is known
    };
    std::size_t output_;
    std::vector<Step> steps_;
};

}  // namespace alcole::engine
