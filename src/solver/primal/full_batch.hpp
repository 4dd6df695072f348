#pragma once

#include <alcole/any_problem.hpp>
#include <alcole/primal.hpp>

#include "solver/primal/held_theta.hpp"
#include "solver/primal/lbfgs.hpp"

namespace alcole::solver {

/// The full-batch regime: L is minimised to a tolerance by L-BFGS, warm-started from the last theta and its pairs.
template <class T>
class FullBatch final : public HeldTheta<T> {
  public:
    FullBatch(AnyProblem<T>& problem, State<T>& state, const Options& options);

    InnerStatus minimise(const Lagrangian& lagrangian, double tolerance, Monitor& monitor) override;

  private:
    using HeldTheta<T>::problem_;
    using HeldTheta<T>::state_;
    using HeldTheta<T>::l_;
    using HeldTheta<T>::w_;

    class Value;
    InnerStatus descend(Value& value, double tolerance, Monitor& monitor);
    double slope_here() const;
    void track_progress(double slope, double noise);

    std::int64_t max_steps_;
    Lbfgs<T> lbfgs_;
    Point<T> point_;
    std::vector<double> accepted_;  // the risks there
};

}  // namespace alcole::solver
