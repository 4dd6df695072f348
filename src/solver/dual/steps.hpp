#pragma once

#include <alcole/dual.hpp>
#include <alcole/lagrangian.hpp>
#include <alcole/options.hpp>
#include <alcole/state.hpp>

#include "solver/dual/constraints.hpp"
#include "solver/dual/residuals.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace alcole::solver {

/// Moves lambda and alpha of a state: applies the rules of dual.hpp to each constraint in scaled units, and adds what
/// depends on all constraints together.
class DualSteps {
  public:
    DualSteps(DualState& state, const Options& options, const Constraints& constraints)
        : state_(state), options_(options), constraints_(constraints), offset_(constraints.size()) {}

    /// L with these multipliers and the state's penalties. It refers to this object and to `lambda`.
    Lagrangian lagrangian(std::span<const double> lambda);
    /// The value of L for these risks, with the state's multipliers.
    double value(std::span<const double> risks) {
        std::vector<double> weights(risks.size());
        return lagrangian(state_.lambda)(risks, weights);
    }
    /// The current relaxation of the bounds, in units of each constraint.
    double relaxation() const { return dual::looseness(options_.loose, state_.iteration); }
    /// d_i, the gradient of the dual.
    double ascent(const At& at, std::size_t i) const { return term(at, i).ascent; }

    /// The value of constraint i that drives its multiplier, with its shift and relaxation subtracted.
    double steering(const At& at, std::size_t i) const;

    /// The next multipliers; `pace` scales the step of the gradient rule (Primal::pace).
    std::vector<double> raise(const At& at, double pace) const;
    /// The next penalties, after the multipliers have moved. `allowed_complementarity`: see Residuals; `steps`: the
    /// number of accepted steps of theta so far.
    std::vector<double> grow(const At& at, double allowed_complementarity, std::int64_t steps);
    /// Multiplies every penalty by `factor`, up to the cap. False if this changes none.
    bool multiply(double factor);

    /// Whether alpha_i has reached penalty.cap, or |lambda_i| dual.ceiling.
    bool at_cap(std::size_t i) const { return state_.alpha[i] >= capped(i, state_.alpha[i] * 2); }
    bool at_ceiling(std::size_t i) const { return std::abs(state_.lambda[i]) >= ceiling(i); }

  private:
    double relaxation(std::size_t i) const;
    std::vector<double> grow_by_means(const At& at, std::int64_t steps);
    dual::ConstraintTerm term(const At& at, std::size_t i) const;
    double capped(std::size_t i, double alpha) const;
    double ceiling(std::size_t i) const;
    bool largest_is_stuck(double largest);

    DualState& state_;
    const Options& options_;
    const Constraints& constraints_;
    std::vector<double> offset_;  // shift plus relaxation of each constraint in this minimisation
};

}  // namespace alcole::solver
