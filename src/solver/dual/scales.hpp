#pragma once

#include <alcole/options.hpp>
#include <alcole/state.hpp>

#include <cstddef>
#include <span>
#include <vector>

/// Inside the solver, the objective is divided by s_0 and constraint i by s_i; `scales` holds these m + 1 numbers. All
/// values are stored unscaled, so the scales only set the units of dual steps, initial penalties and limits. They are
/// powers of two, so that dividing by them is exact.
namespace alcole::solver {

/// A gradient of the objective below this counts as tiny, unless the problem's units are tiny too.
inline constexpr double tiny_slope = 1e-5;

/// lambda_i is the scaled multiplier times s_0 / s_i.
inline double unit_of_lambda(std::span<const double> scales, std::size_t i) { return scales[0] / scales[i + 1]; }
/// alpha_i is the scaled penalty times s_0 / s_i^2.
inline double unit_of_alpha(std::span<const double> scales, std::size_t i) {
    return unit_of_lambda(scales, i) / scales[i + 1];
}

/// The scales under Scaling::gradient, from the largest entry of each of the m + 1 gradients and from the risks, both
/// at the first theta.
std::vector<double> gradient_scales(std::span<const double> sizes, std::span<const double> risks);
/// The units in which violations are measured if the problem offers none: 1, but less for a constraint whose value and
/// gradient are both below 0.01, which suggests that its own unit is tiny. The unit is then 100 times the larger of the
/// two.
std::vector<double> tiny_units(std::span<const double> sizes, std::span<const double> risks);
/// The scales under Scaling::natural: the value of the objective and the problem's m scales, rounded to powers of two.
std::vector<double> natural_scales(double objective, std::span<const double> units);
/// The difference between the largest and the smallest value of risk i over the dual steps so far.
double range_of(std::span<const TraceRecord> trace, std::size_t i);
/// The scale s_i for which a scaled penalty of 1 means alpha_i = s_0 / s_i^2 = 4 moved / range^2, given that the
/// objective has moved by `moved` so far and the constraint by `range`; 0 if either has not moved.
double scale_for_range(double s_0, double moved, double range);
/// penalty.initial in unscaled units, one per constraint.
std::vector<double> initial_alpha(const Options& options, std::span<const double> scales);

}  // namespace alcole::solver
