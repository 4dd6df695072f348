#pragma once

#include <alcole/options.hpp>
#include <alcole/state.hpp>

#include "solver/dual/constraints.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

/// Detects whether a mini-batch run has settled. Its values never stop moving, so the means over successive stretches
/// of dual steps are compared, and differences within the noise are ignored.
namespace alcole::solver {

/// Adds the values of one dual step, taken after `steps` mini-batch steps, to the current stretch.
void note(detail::Settling& settling, std::span<const double> values, std::int64_t steps);
/// Ends the current stretch; the next one will be compared with it.
void end_stretch(detail::Settling& settling);

/// The statistics of one value over the current stretch.
struct Mean {
    double value = 0;
    double spread = 0;  ///< standard deviation over the dual steps
    double error = 0;   ///< standard error of `value`, as if the dual steps were independent
};
Mean mean_of(const detail::Settling& settling, std::size_t i);

/// Whether the current stretch is long enough to average out the noise, and longer than the memory of Adam's moments.
bool long_enough(const detail::Settling& settling, std::int64_t steps);

/// Whether the current stretch, of m + 1 risks and m multipliers, agrees with the previous one and looks like an
/// answer:
///
///     the objective      has moved by at most a thousandth of its scale, or its noise, which is below a hundredth
///     every multiplier   has moved by at most a twentieth, or its noise
///     every constraint   holds on average, to within its noise or a hundredth of its unit, or its multiplier is within
///                        a hundredth of its price
///     complementarity    lambda_i |l_i|, or (price_i - lambda_i) l_i beyond the bound, is at most a thousandth of
///                        the objective's scale, or within the noise
///     oscillation        lambda_i times the standard deviation of l_i is at most a fiftieth of the objective's scale
///
/// The objective's scale is max(|l_0|, |l_0 - first|), where `first` is the objective at the first dual step.
bool has_settled(const detail::Settling& settling, const Constraints& constraints, double first, bool constrained);

}  // namespace alcole::solver
