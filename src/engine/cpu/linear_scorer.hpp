#pragma once

#include "engine/cpu/thread_pool.hpp"
#include "engine/plan/scorer.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace alcole::engine {

/// A linear model: score_k = bias_k + sum_i W_ik x_i, where x has some numbers and a one for each category. A row is a
/// list of its few tens of non-zero inputs, however many categories there are. If numbers are stored as lists
/// (Inputs::usual), the contribution of the usual numbers is summed once for all bases, and a base visits only its
/// list. The points of a base share its part of every sum. Sums are accumulated in double, in an order that depends
/// only on the plan.
///
/// Scores are linear in theta, so the Hessian of any function of the scores is X^T S X; see hessian().
template <class T>
class LinearScorer final : public Scorer<T> {
  public:
    /// The inputs and the pool must outlive the scorer.
    LinearScorer(const Inputs<T>& inputs, std::size_t outputs, ThreadPool& pool)
        : inputs_(inputs), outputs_(outputs), pool_(pool) {}

    std::size_t num_parameters() const override { return (inputs_.num_inputs + 1) * outputs_; }
    void scores(const Plan& plan, std::span<const T> theta, std::span<double> out) override;
    void pull_back(std::span<const double> by_score, std::span<T> g) override;
    void push_forward(std::span<const T> v, std::span<double> ds) override { scores(*plan_, v, ds); }
    void pull_back_change(std::span<const double> /*by_score*/, std::span<const double> change,
                          std::span<T> h) override {
        pull_back(change, h);
    }
    bool has_hessian() const override { return true; }
    void hessian(const ScoreCurvature& s, std::span<const double> by_score, std::span<double> h) override;

  private:
    /// The non-zero inputs of a base in ascending order, the bias last. The weight of input i for output k is
    /// theta[i K + k].
    struct Row {
        std::vector<std::size_t> at;
        std::vector<double> x;
        std::size_t size = 0;
    };
    template <class F>
    void for_each_input(std::uint32_t base, F f) const;
    template <class F>
    void for_each_one(std::uint32_t base, F f) const;
    void sum_usual_scores();
    void read(std::uint32_t base, Row& row) const;
    template <class F>
    void for_each_of(std::uint32_t variant, F f) const;
    template <class F>
    void for_each_base(const Plan::Tile& tile, F f) const;

    void add_tile_hessian(const Plan::Tile& tile, const ScoreCurvature& s, std::size_t thread, double* h);
    void add_block(double* h, std::size_t i, std::size_t j, double x, const double* block, bool transposed) const;
    void add_base(double* h, const Row& row, const double* block) const;

    const Inputs<T>& inputs_;
    std::size_t outputs_;
    ThreadPool& pool_;
    const Plan* plan_ = nullptr;
    std::vector<double> weights_;      // theta
    std::vector<double> per_variant_;  // variants x outputs
    std::vector<double> usual_scores_;
    std::vector<Row> rows_;     // per thread
    std::vector<double> sums_;  // groups x (parameters and variants x outputs)
    struct Scratch {
        std::vector<double> coupling;  // points x K x K: R_p
        std::vector<double> base;      // K x K: sum_p R_p
    };
    std::vector<Scratch> scratch_;  // per thread
    std::vector<double> parts_;     // the partial sums of hessian()
};

}  // namespace alcole::engine
