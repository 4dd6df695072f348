#pragma once

#include <alcole/options.hpp>
#include <alcole/state.hpp>

#include <cstddef>
#include <span>
#include <vector>

/// Inside the solver the objective is divided by s_0 and constraint i by s_i; `scales` holds these m + 1 numbers. All
/// values are kept unscaled, so scales only set the units of a dual step, of the first penalty and of the limits. They
/// are powers of two: dividing by them is exact.
namespace alcole::solver {

/// A gradient of the objective below this is tiny, unless its units are.
inline constexpr double tiny_slope = 1e-5;

/// lambda_i is the scaled multiplier times s_0 / s_i,
inline double unit_of_lambda(std::span<const double> scales, std::size_t i) { return scales[0] / scales[i + 1]; }
/// and alpha_i is the scaled penalty times s_0 / s_i^2.
inline double unit_of_alpha(std::span<const double> scales, std::size_t i) {
    return unit_of_lambda(scales, i) / scales[i + 1];
}

/// Scaling::gradient, from the largest entry of each of the m + 1 gradients, and the risks, at the first theta.
std::vector<double> gradient_scales(std::span<const double> sizes, std::span<const double> risks);
/// What a violation of each constraint is measured in where the problem does not say: 1, the problem's own unit, but
/// less for a constraint whose value and gradient are both far below 1. Its own unit is then taken to be tiny.
std::vector<double> tiny_units(std::span<const double> sizes, std::span<const double> risks);
/// Scaling::natural: the value of the objective, and the problem's m scales.
std::vector<double> natural_scales(double objective, std::span<const double> units);
/// The largest less the smallest value of risk i at the dual steps so far.
double range_of(std::span<const TraceRecord> trace, std::size_t i);
/// The scale of a constraint under which a penalty of 1 is alpha = 4 moved / range^2, for an objective scaled by s_0
/// that has `moved` so far and a constraint that has moved by `range`; 0 where either has not moved.
double scale_for_range(double s_0, double moved, double range);
/// penalty.initial, unscaled.
std::vector<double> initial_alpha(const Options& options, std::span<const double> scales);

}  // namespace alcole::solver
