#pragma once

#include <alcole/export.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Boosted trees as data: the contents of theta for such a model.
namespace alcole::tabular {

/// A split on one input, or a leaf.
struct TreeNode {
    std::int32_t input = -1;   ///< the input to compare; -1: a leaf
    float value = 0;           ///< for a leaf, its contribution to the score; otherwise the threshold of the split
    std::int32_t below = 0;    ///< next node if the input is < value ...
    std::int32_t above = 0;    ///< ... if it is not ...
    std::int32_t missing = 0;  ///< ... and if the number is missing

    [[nodiscard]] bool is_leaf() const { return input < 0; }
    friend bool operator==(const TreeNode&, const TreeNode&) = default;
};

/// A decision tree that adds to one score.
struct Tree {
    std::size_t output = 0;         ///< the score it adds to
    std::vector<TreeNode> nodes{};  ///< the first is the root; children come after their parents
    friend bool operator==(const Tree&, const Tree&) = default;
};

/// score_k = base_k + the leaves that a row reaches in the trees of output k, added in single precision, first to last.
struct Ensemble {
    std::vector<float> base{};  ///< one per output
    std::vector<Tree> trees{};
    friend bool operator==(const Ensemble&, const Ensemble&) = default;
};

/// Encodes an ensemble as a vector of numbers: the bases, then for each tree its output, its number of nodes and five
/// numbers per node. Indices are exact in single precision up to 2^24.
[[nodiscard]] ALCOLE_EXPORT std::vector<float> theta_of(const Ensemble& ensemble);
/// The inverse. Throws std::invalid_argument if theta does not hold trees over that many inputs and outputs.
[[nodiscard]] ALCOLE_EXPORT Ensemble ensemble_of(std::span<const float> theta, std::size_t inputs, std::size_t outputs);

}  // namespace alcole::tabular
