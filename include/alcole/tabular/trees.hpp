#pragma once

#include <alcole/export.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Boosted trees as data: what theta of such a model says.
namespace alcole::tabular {

/// A question about one input, or a leaf.
struct TreeNode {
    std::int32_t input = -1;   ///< which one; -1: a leaf
    float value = 0;           ///< of a leaf what it adds to the score, else what the input is compared with
    std::int32_t below = 0;    ///< the node for an input < value ...
    std::int32_t above = 0;    ///< ... for one that is not ...
    std::int32_t missing = 0;  ///< ... and for a number that is missing

    bool is_leaf() const { return input < 0; }
    friend bool operator==(const TreeNode&, const TreeNode&) = default;
};

struct Tree {
    std::size_t output = 0;         ///< the score it adds to
    std::vector<TreeNode> nodes{};  ///< the first one is the root; children come after their parents
    friend bool operator==(const Tree&, const Tree&) = default;
};

/// score_k = base_k + the leaves a row comes to in the trees of output k, added in single precision, first to last.
struct Ensemble {
    std::vector<float> base{};  ///< one per output
    std::vector<Tree> trees{};
    friend bool operator==(const Ensemble&, const Ensemble&) = default;
};

/// All of it as one row of numbers: the bases, then per tree its output, its number of nodes and five numbers a node.
/// Indices are exact in single precision up to 2^24.
[[nodiscard]] ALCOLE_EXPORT std::vector<float> theta_of(const Ensemble& ensemble);
/// Throws std::invalid_argument with a sentence when theta does not hold trees over so many inputs and outputs.
[[nodiscard]] ALCOLE_EXPORT Ensemble ensemble_of(std::span<const float> theta, std::size_t inputs, std::size_t outputs);

}  // namespace alcole::tabular
