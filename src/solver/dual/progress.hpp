#pragma once

#include <alcole/options.hpp>
#include <alcole/primal.hpp>
#include <alcole/state.hpp>

#include "solver/dual/residuals.hpp"

#include <cstddef>

/// Is the search getting anywhere? The smallest residuals seen, and for how many dual steps they have not fallen.
namespace alcole::solver {

/// Starts anew for m constraints: what was learned of how fast things fall no longer holds.
void forget(detail::Progress& progress, std::size_t m);

void track_violation(detail::Progress& progress, const Residuals& left);
void track_residual(DualState& state, const Residuals& left, const Options& options);

bool violation_rests(const detail::Progress& progress);
bool violation_is_stuck(const detail::Progress& progress, const Residuals& left, const Options& options);
/// No residual falls any more, and neither the objective nor the proportions of the multipliers move.
bool residual_is_stuck(DualState& state, const Residuals& left);

/// Multipliers of a problem without a feasible point grow for ever, and tell why. For convex constraints and
/// lambda >= 0, every x has
///
///     sum_i lambda_i l_i(x)  >=  sum_i lambda_i l_i(theta)  -  |sum_i lambda_i grad l_i(theta)|_inf |x - theta|_1,
///
/// which is positive, so that x violates some constraint, unless x is at least as far away as the quotient of the two.
/// When that is far beyond the size of theta, theta is given up; without convexity this speaks of its neighbourhood
/// only.
bool multipliers_prove_infeasible(Primal& primal, const DualState& state, const At& at);

}  // namespace alcole::solver
