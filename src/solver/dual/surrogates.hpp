#pragma once

#include <alcole/state.hpp>

#include "solver/dual/residuals.hpp"

#include <span>
#include <vector>

/// Smooth surrogates and the strict risks they stand for. The surrogate gives the gradient, the strict risk decides. A
/// surrogate is wrong about where the strict risk meets its bound, and is made right in two ways.
///
/// It is made narrower, where the problem lets it: as the width falls, it tends to the strict risk, and its multiplier
/// to the price of that. Wide ones lead near the answer, narrow ones find it.
///
/// And its own bound is moved: the constraint is l_i - shift_i <= 0, with the shift at which the strict risk is met.
/// The multipliers are those of the surrogate at the bound the strict risk chose.
///
/// Equalities have no strict risks: a step function is hardly ever zero.
namespace alcole::solver {

/// Mini-batch runs never arrive anywhere, so the bounds follow at each dual step: l_i - shift_i is then the strict risk
/// itself, and that is what moves the multiplier. Means over mini-batches are noisy, and a bound goes a `share` of the
/// way then. m + 1 risks each.
void follow_means(std::vector<detail::SurrogateLevel>& levels, std::span<const double> smooth,
                  std::span<const double> strict, double share);

/// l_i - shift_i is the strict risk itself at this theta, for every inequality; what is known of other shifts is
/// forgotten. The gaps A over B and B over A move together in this way, and never against each other.
void follow_strict_risks(std::vector<detail::SurrogateLevel>& levels, const At& at, const Constraints& constraints);

/// Whether some surrogate holds theta back, or some strict risk is broken.
bool matter(const At& at, const Constraints& constraints, std::span<const double> lambda, double tolerance);

/// Whether those say nearly what their strict risks say.
bool tell_the_truth(const At& at, const Constraints& constraints, std::span<const double> lambda, double tolerance);

/// How exactly a strict risk is led to its bound.
struct Closeness {
    double gain;  ///< a strict risk is at its bound when its slack is worth no more, in shares of the objective
    std::int64_t attempts;  ///< to come closer, once it holds
    std::int64_t most;      ///< moves of one that does not hold, after which it is given up
    bool careful = false;   ///< a move too far takes a long way back: none is made blindly
};

/// To be called at a KKT point of the surrogate problem. Moves the bounds of the surrogates whose strict risks are not
/// satisfied, or are needlessly tight; false when none has moved. The others follow their strict risks.
bool move_levels(std::vector<detail::SurrogateLevel>& levels, const At& at, const Constraints& constraints,
                 std::span<const double> lambda, double tolerance, const Closeness& closeness);

}  // namespace alcole::solver
