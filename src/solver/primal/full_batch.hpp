#pragma once

#include <alcole/any_problem.hpp>
#include <alcole/primal.hpp>

#include "solver/primal/held_theta.hpp"
#include "solver/primal/lbfgs.hpp"

namespace alcole {

/// The full-batch regime: L is minimised to a tolerance by L-BFGS, warm-started from the last theta and its pairs.
template <class T>
class FullBatch final : public HeldTheta<T> {
  public:
    FullBatch(AnyProblem<T>& problem, State<T>& state, const Options& options);

    Inner minimise(const Lagrangian& lagrangian, double tolerance, Watch& watch) override;

  private:
    class Value;
    Inner descend(Value& value, double tolerance, Watch& watch);
    double slope_here() const;
    void track_progress(double slope, double noise);

    std::int64_t max_steps_;
    Lbfgs<T> lbfgs_;
    Point<T> at_;
    std::vector<double> accepted_;  // the risks at at_
};

}  // namespace alcole
