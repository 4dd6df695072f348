#pragma once

#include <alcole/tabular/trees.hpp>

#include "engine/cpu/thread_pool.hpp"
#include "engine/plan/scorer.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace alcole::engine {

/// Where a question sends a row of inputs.
inline std::size_t next_node(const tabular::TreeNode& node, const float* inputs) {
    const float v = inputs[node.input];
    return static_cast<std::size_t>(v < node.value ? node.below : std::isnan(v) ? node.missing : node.above);
}
/// The leaf that a row of inputs comes to.
inline std::size_t leaf_of(const tabular::Tree& tree, const float* inputs) {
    std::size_t at = 0;
    while (!tree.nodes[at].is_leaf()) at = next_node(tree.nodes[at], inputs);
    return at;
}

/// Reads points as trees do: a row of inputs in which a number that is missing is NaN.
template <class T>
class TreeReader {
  public:
    /// The inputs must outlive the reader.
    TreeReader(const Inputs<T>& inputs, const tabular::Schema& schema);

    std::size_t num_inputs() const { return inputs_.num_inputs; }
    std::size_t num_numbers() const { return inputs_.num_numbers; }
    /// Whether an input says that a number is missing. Trees need not ask: they have a branch for it.
    bool says_missing(std::size_t input) const { return number_of_[input] >= 0; }
    /// Writes a point into a row of zeros, and makes it zeros again. Says whether a number of it is missing.
    bool write(const Plan& plan, std::size_t point, std::span<float> row) const;
    void clear(const Plan& plan, std::size_t point, std::span<float> row) const;
    /// Calls visit(input) for the inputs of a point that are 1.
    template <class Visit>
    void visit_ones(const Plan& plan, std::size_t point, Visit visit) const;
    template <class Visit>
    void visit_raised(const Plan& plan, std::size_t point, Visit visit) const;

  private:
    const Inputs<T>& inputs_;
    std::vector<std::int32_t> number_of_;  // per input: the number it says the absence of, -1: none
};

/// Adds trees to the scores of a plan's points, points x outputs, in single precision, tree by tree.
template <class T>
void add_trees(const TreeReader<T>& reader, const Plan& plan, std::span<const tabular::Tree> trees, std::size_t outputs,
               ThreadPool& pool, std::span<float> scores);
/// The node that each point comes to in each tree, trees x points.
template <class T>
void find_leaves(const TreeReader<T>& reader, const Plan& plan, std::span<const tabular::Tree> trees, ThreadPool& pool,
                 std::span<std::uint32_t> leaves);

/// Boosted trees behind the seam of scores. They are not moved by a gradient, so they have none.
template <class T>
class TreeScorer final : public Scorer<T> {
  public:
    TreeScorer(TreeReader<T> reader, std::size_t outputs, ThreadPool& pool)
        : reader_(std::move(reader)), outputs_(outputs), pool_(pool) {}

    std::size_t num_parameters() const override { return 0; }
    void scores(const Plan& plan, std::span<const T> theta, std::span<double> out) override;
    void pull_back(std::span<const double>, std::span<T>) override { refuse(); }
    void push_forward(std::span<const T>, std::span<double>) override { refuse(); }
    void pull_back_change(std::span<const double>, std::span<const double>, std::span<T>) override { refuse(); }

  private:
    [[noreturn]] static void refuse() { throw std::logic_error("trees have no gradient by their parameters"); }

    TreeReader<T> reader_;
    std::size_t outputs_;
    ThreadPool& pool_;
    // The last answer: a model is judged by several questions.
    const Plan* plan_ = nullptr;
    std::vector<float> theta_;
    std::vector<float> scores_;
};

/// The points of a plan as a sparse matrix, row by row. An input that is 0 by its kind (not this category), or a number
/// that is missing, is absent.
struct SparseRows {
    std::vector<std::size_t> begin{0};    ///< rows + 1
    std::vector<std::uint32_t> inputs{};  ///< of the entries
    std::vector<float> values{};          ///< of the entries
};
template <class T>
SparseRows sparse_rows(const TreeReader<T>& reader, const Plan& plan);

}  // namespace alcole::engine
