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

/// How lambda and alpha of a state move: the rules of dual.hpp, constraint by constraint and in scaled units, and what
/// only all constraints together tell.
class DualSteps {
  public:
    DualSteps(DualState& state, const Options& options, const Constraints& constraints)
        : state_(state), options_(options), constraints_(constraints), offset_(constraints.size()) {}

    /// L at these multipliers and the penalties of the state. It refers to this object.
    Lagrangian lagrangian(std::span<const double> lambda);
    /// Its value at theta, with the multipliers of the state.
    double value(std::span<const double> risks) {
        std::vector<double> weights(risks.size());
        return lagrangian(state_.lambda)(risks, weights);
    }
    /// By how much, in units of its scale, each bound is still relaxed.
    double relaxation() const { return dual::looseness(options_.loose, state_.iteration); }
    /// d_i, the gradient of the dual.
    double ascent(const At& at, std::size_t i) const { return term(at, i).ascent; }

    /// The value of constraint i that moves its multiplier.
    double steering(const At& at, std::size_t i) const;

    /// The next multipliers; `pace`: the share of the step that is taken (Primal::pace).
    std::vector<double> raise(const At& at, double pace) const;
    /// The next penalties, after the multipliers have moved; `steps`: accepted ones of theta so far.
    std::vector<double> grow(const At& at, std::int64_t steps);
    /// Makes every penalty so many times as stiff, up to the cap. False when that changes none.
    bool multiply(double factor);

    /// At the limits of the options.
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
    std::vector<double> offset_;  // by how much each constraint is relaxed in this minimisation
};

}  // namespace alcole::solver
