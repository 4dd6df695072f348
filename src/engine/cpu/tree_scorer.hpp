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

/// The child of a node that a row of inputs goes to.
inline std::size_t next_node(const tabular::TreeNode& node, const float* inputs) {
    const float v = inputs[node.input];
    return static_cast<std::size_t>(v < node.value ? node.below : std::isnan(v) ? node.missing : node.above);
}
/// The leaf that a row of inputs reaches.
inline std::size_t leaf_of(const tabular::Tree& tree, const float* inputs) {
    std::size_t at = 0;
    while (!tree.nodes[at].is_leaf()) at = next_node(tree.nodes[at], inputs);
    return at;
}

/// Writes points as rows of inputs in the form that trees expect, with NaN for a missing number.
template <class T>
class TreeReader {
  public:
    /// The inputs must outlive the reader.
    TreeReader(const Inputs<T>& inputs, const tabular::Schema& schema);

    std::size_t num_inputs() const { return inputs_.num_inputs; }
    std::size_t num_numbers() const { return inputs_.num_numbers; }
    /// Whether an input indicates that a number is missing. Trees do not need it: they have a branch for missing
    /// values.
    bool is_missing_indicator(std::size_t input) const { return number_of_[input] >= 0; }
    /// write() writes a point into a row of zeros and returns whether a number is missing; clear() restores the zeros
    /// of the 0/1 inputs.
    bool write(const Plan& plan, std::size_t point, std::span<float> row) const;
    void clear(const Plan& plan, std::size_t point, std::span<float> row) const;
    /// Calls visit(input) for the inputs of a point that are 1.
    template <class Visit>
    void visit_ones(const Plan& plan, std::size_t point, Visit visit) const;
    template <class Visit>
    void visit_raised(const Plan& plan, std::size_t point, Visit visit) const;

  private:
    const Inputs<T>& inputs_;
    std::vector<std::int32_t> number_of_;  // per input: the number whose absence it indicates; -1 if none
};

/// Adds the trees to the scores of a plan's points, points x outputs, tree by tree in single precision.
template <class T>
void add_trees(const TreeReader<T>& reader, const Plan& plan, std::span<const tabular::Tree> trees, std::size_t outputs,
               ThreadPool& pool, std::span<float> scores);
/// The leaf that each point reaches in each tree, trees x points.
template <class T>
void find_leaves(const TreeReader<T>& reader, const Plan& plan, std::span<const tabular::Tree> trees, ThreadPool& pool,
                 std::span<std::uint32_t> leaves);

/// Boosted trees as a Scorer. They have no gradient with respect to their parameters.
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
    // The last result, since a model is usually judged by several measures in turn.
    const Plan* plan_ = nullptr;
    std::vector<float> theta_;
    std::vector<float> scores_;
};

/// The points of a plan as a sparse matrix in row-major order (CSR). Zeros of 0/1 inputs and missing numbers are
/// absent.
struct SparseRows {
    std::vector<std::size_t> begin{0};    ///< rows + 1
    std::vector<std::uint32_t> inputs{};  ///< the input of each entry
    std::vector<float> values{};          ///< the value of each entry
};
template <class T>
SparseRows sparse_rows(const TreeReader<T>& reader, const Plan& plan);

}  // namespace alcole::engine
