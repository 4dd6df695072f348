#pragma once

#include <alcole/state.hpp>

#include "solver/dual/residuals.hpp"

#include <span>
#include <vector>

/// Smooth surrogates and the strict risks they stand for. A surrogate is wrong about where the strict risk meets its
/// bound, so its own bound is moved until the strict risk is met: the surrogate gives the gradient, the strict risk
/// decides, and the multipliers are those of the surrogate at the bound the strict risk chose. Equalities have no
/// strict risks: a step function is hardly ever zero.
namespace alcole::solver {

/// Mini-batch runs never arrive anywhere, so the bounds follow at each dual step: l_i - shift_i is then the strict risk
/// itself, and that is what moves the multiplier. Means over mini-batches are noisy, and a bound goes a `share` of the
/// way then. m + 1 risks each.
void follow_strict_risks(std::vector<detail::SurrogateLevel>& levels, std::span<const double> smooth,
                         std::span<const double> strict, double share);

/// To be called at a KKT point of the surrogate problem. Moves the bounds of the surrogates whose strict risks are not
/// satisfied, or are needlessly tight; false when none has moved.
bool move_levels(std::vector<detail::SurrogateLevel>& levels, const At& at, const Constraints& constraints,
                 std::span<const double> lambda, double tolerance);

}  // namespace alcole::solver
