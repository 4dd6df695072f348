#pragma once

#include <alcole/any_problem.hpp>
#include <alcole/primal.hpp>

#include "solver/primal/held_theta.hpp"

namespace alcole::solver {

/// The stochastic regime: each call of minimise() takes one window of mini-batch steps, up to the next dual step.
template <class T>
class MiniBatch final : public HeldTheta<T> {
  public:
    MiniBatch(AnyProblem<T>& problem, State<T>& state, const Options& options);

    InnerStatus minimise(const Lagrangian& lagrangian, double tolerance, Monitor& monitor) override;
    void window_risks(std::span<double> l) override;

  private:
    using HeldTheta<T>::problem_;
    using HeldTheta<T>::state_;
    using HeldTheta<T>::l_;
    using HeldTheta<T>::w_;
    using HeldTheta<T>::g_;

    bool step(const Lagrangian& lagrangian, Monitor& monitor);
    std::span<const double> estimate();

    Options::Stochastic options_;
    std::uint64_t seed_;
    std::int64_t batches_;  // in an epoch
    std::int64_t window_;   // mini-batch steps between dual steps
};

}  // namespace alcole::solver
