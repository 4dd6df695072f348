#pragma once

#include <alcole/state.hpp>

#include "solver/dual/residuals.hpp"

#include <span>
#include <vector>

/// Smooth surrogates and their strict risks. The surrogate provides the gradient, and the strict risk decides
/// feasibility. A surrogate is wrong about where the strict risk meets its bound; two things correct this.
///
/// The surrogate is narrowed, if the problem allows it: as its width falls, it tends to the strict risk, and its
/// multiplier to the price of the strict bound. Wide surrogates lead close to the answer, narrow ones find it.
///
/// Its bound is shifted: the constraint becomes l_i - shift_i <= 0, with the shift at which the strict risk meets its
/// bound. The multipliers are those of the surrogate with its shifted bound.
///
/// Equalities have no strict risks, because a step function is hardly ever exactly zero.
namespace alcole::solver {

/// Mini-batch runs never reach a KKT point, so the shifts follow at each dual step: l_i - shift_i then equals the
/// strict risk, and that drives the multiplier. Because means over mini-batches are noisy, a shift moves only by
/// `share` of the difference. `smooth` and `strict` have m + 1 entries.
void follow_means(std::vector<detail::SurrogateLevel>& levels, std::span<const double> smooth,
                  std::span<const double> strict, double share);

/// Sets every shift so that l_i - shift_i equals the strict risk at this theta, for inequalities; the history of
/// earlier shifts is dropped. The two sides of a band, such as the gaps A - B and B - A, then shift together.
void follow_strict_risks(std::vector<detail::SurrogateLevel>& levels, const At& at, const Constraints& constraints);

/// Whether some surrogate has a multiplier, or some strict risk is violated.
bool surrogates_matter(const At& at, const Constraints& constraints, std::span<const double> lambda, double tolerance);

/// Whether the surrogates that matter agree with their strict risks.
bool surrogates_agree(const At& at, const Constraints& constraints, std::span<const double> lambda, double tolerance);

/// When the search for the shift of a surrogate ends.
struct ShiftLimits {
    double gain;  ///< a strict risk counts as at its bound if price * slack is at most this share of the objective
    std::int64_t max_moves_met;       ///< maximum number of moves of a risk that meets its bound
    std::int64_t max_moves_violated;  ///< maximum number of moves of a risk that is violated
    bool careful = false;             ///< limit every move, because recovering from one that goes too far is expensive
};

/// To be called at a KKT point of the surrogate problem. Shifts the bounds of surrogates whose strict risks are
/// violated or needlessly tight; false if none has moved. Surrogates that do not matter follow their strict risks, and
/// so do those whose multiplier is at its price while the strict risk is beyond its bound: they give way, and theta
/// remains a KKT point. `limits`: one per constraint.
bool move_levels(std::vector<detail::SurrogateLevel>& levels, const At& at, const Constraints& constraints,
                 std::span<const double> lambda, double tolerance, std::span<const ShiftLimits> limits);

}  // namespace alcole::solver
