#pragma once

#include <alcole/options.hpp>
#include <alcole/state.hpp>

#include "solver/dual/constraints.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

/// Has a mini-batch run come to rest? Its values never stop moving, so stretches of dual steps are compared by their
/// means, and a difference that is lost in the noise counts as none.
namespace alcole::solver {

/// Adds the values of one dual step, taken after `steps` mini-batch steps, to the present stretch.
void note(detail::Rest& rest, std::span<const double> values, std::int64_t steps);
/// The present stretch is over: the next one is compared with it.
void turn(detail::Rest& rest);

/// One value over the present stretch.
struct Mean {
    double value = 0;
    double spread = 0;  ///< standard deviation of the dual steps
    double error = 0;   ///< of `value`, as if the dual steps were independent
};
Mean mean_of(const detail::Rest& rest, std::size_t i);

/// Long enough to see past the noise, and past what Adam remembers.
bool long_enough(const detail::Rest& rest, std::int64_t steps);

/// Whether the present stretch, of m + 1 risks and m multipliers, looks like the one before, and like an answer:
///
///     the objective      has not moved by more than a thousandth, or than its noise, which is small itself
///     every multiplier   has not moved by more than a twentieth, or than its noise
///     every constraint   holds on average, to within its noise or a hundredth of its unit, and is at its bound where
///     it
///                        has a price: lambda_i |l_i| is a thousandth of the objective, or lost in the noise
///     its swings         are worth little: lambda_i times their size is at most a fiftieth of the objective
///
/// `first`: the objective at the first dual step, since what a change is worth is told by how far the run has come.
bool at_rest(const detail::Rest& rest, const Constraints& constraints, double first, bool constrained);

}  // namespace alcole::solver
