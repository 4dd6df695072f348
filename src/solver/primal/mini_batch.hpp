#pragma once

#include <alcole/any_problem.hpp>
#include <alcole/primal.hpp>

#include "solver/primal/held_theta.hpp"

#include <cstdint>

namespace alcole::solver {

/// The options of mini-batch steps with the actual values in place of `automatic` and 0, for a problem with `batches`
/// mini-batches per epoch.
Options::Stochastic used_stochastic(Options::Stochastic options, std::int64_t batches);

/// The stochastic regime: each call of minimise() takes one window of mini-batch steps, up to the next dual step.
template <class T>
class MiniBatch final : public HeldTheta<T> {
  public:
    MiniBatch(AnyProblem<T>& problem, State<T>& state, const Options& options);

    InnerStatus minimise(const Lagrangian& lagrangian, double tolerance, Monitor& monitor) override;
    void window_risks(std::span<double> l) override { mean_of(state_.memory.window, l); }
    bool has_window_strict_risks() const override { return problem_.facts().has_batch_strict_risks; }
    void window_strict_risks(std::span<double> l) override { mean_of(state_.memory.strict, l); }
    std::int64_t epoch() const override;
    double pace() const override;
    void remember(std::span<const double> risks) override;
    /// Estimated from a few mini-batches.
    void gradient_sizes(std::span<double> sizes) override;

    const Options::Stochastic& used() const { return options_; }

  private:
    using HeldTheta<T>::problem_;
    using HeldTheta<T>::state_;
    using HeldTheta<T>::l_;
    using HeldTheta<T>::w_;
    using HeldTheta<T>::g_;

    Batch batch_at(std::int64_t update) const;
    std::vector<Batch> sample_batches() const;
    void sizes_by_pullbacks(std::span<const Batch> batches, std::span<double> sizes);
    bool step(const Lagrangian& lagrangian, Monitor& monitor);
    std::span<const double> estimate();
    void mean_of(const std::vector<double>& sums, std::span<double> l) const;

    std::uint64_t seed_;
    std::int64_t batches_;  // per epoch
    Options::Stochastic options_;
    std::vector<double> strict_;  // buffer for the strict risks of a mini-batch
};

}  // namespace alcole::solver
