#pragma once

#include <alcole/options.hpp>
#include <alcole/primal.hpp>
#include <alcole/state.hpp>

#include "solver/dual/residuals.hpp"

#include <cstddef>

/// Detects whether the search still makes progress, from the smallest residuals so far and the number of dual steps
/// since they last fell.
namespace alcole::solver {

/// Resets the record for m constraints, for example because theta or the problem has changed.
void forget(detail::Stagnation& stagnation, std::size_t m);

void track_violation(detail::Stagnation& stagnation, const Residuals& left);
void track_residual(DualState& state, const Residuals& left, const Options& options);

bool violation_stopped_falling(const detail::Stagnation& stagnation);
bool violation_is_stuck(const detail::Stagnation& stagnation, const Residuals& left, const Options& options);
/// Whether the residual has stopped falling, and neither the objective nor the proportions of the multipliers move.
bool residual_is_stuck(DualState& state, const Residuals& left);

/// The multipliers of an infeasible problem grow for ever, and their direction proves infeasibility. For convex
/// constraints and lambda >= 0, every x satisfies, for any subset of the constraints,
///
///     sum_i lambda_i l_i(x)  >=  sum_i lambda_i l_i(theta)  -  |sum_i lambda_i grad l_i(theta)|_inf |x - theta|_1,
///
/// Constraints that may give way are left out. If the right-hand side is positive, x violates some of the others. So
/// every feasible x is at least as far from theta as the quotient of the sum and the norm. Returns true if that
/// distance is far beyond the size of theta. Without convexity this is only a statement about the neighbourhood of
/// theta.
bool multipliers_prove_infeasible(Primal& primal, const DualState& state, const Constraints& constraints, const At& at);

}  // namespace alcole::solver
