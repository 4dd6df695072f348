#pragma once

#include <alcole/export.hpp>
#include <alcole/lagrangian.hpp>
#include <alcole/options.hpp>
#include <alcole/problem.hpp>

#include <cstdint>
#include <limits>

/// One dual step for one constraint, as pure functions, for callers who write their own loop and for tests.
namespace alcole::dual {

/// Returns the next multiplier of a constraint whose risk is l, for the augmented or the ordinary Lagrangian; the other
/// methods keep lambda. With d = max(l, -lambda / (2 alpha)), or d = l for an equality and for the ordinary Lagrangian:
///
///     gradient      lambda + eta d
///     multipliers   lambda + 2 alpha d
///     printed       lambda + l / alpha  where l >= -lambda / (2 alpha),  lambda - 2 lambda / alpha  elsewhere
///
/// For inequalities the first two are clamped at zero, and all are clamped at the maximum price of the constraint.
/// `printed` is exactly what the paper prints: it can become negative for alpha < 2, and its branches meet only at
/// alpha = 1/4. DualRule::automatic is treated as multipliers.
[[nodiscard]] ALCOLE_EXPORT double raise(DualRule rule, Method method, Relation relation, double l, double lambda,
                                         double alpha, double eta,
                                         double price = std::numeric_limits<double>::infinity());

/// Returns the step of the gradient rule at a penalty alpha; `step` is the step at the initial penalty. With a constant
/// step and an alpha that grows without end, the multipliers freeze before they converge, because d falls like 1 /
/// alpha and the sum of 1 / alpha is finite. So the step grows with alpha, up to that of the method of multipliers:
///
///     eta = step                                                constant alpha, and the ordinary Lagrangian
///     eta = max(step, min(step alpha / penalty.initial, 2 alpha))     adaptive and periodic
[[nodiscard]] ALCOLE_EXPORT double step_at(const Options& options, double alpha);

/// Returns the next penalty of a constraint. `ascent` is d at this dual step, `last` is |d| at the previous one.
[[nodiscard]] ALCOLE_EXPORT double grow(const Options::Penalty& penalty, double alpha, double ascent, double last,
                                        std::int64_t iteration);

/// Whether the gradient sizes are measured again after `iteration` dual steps. In the stochastic regime with
/// Scaling::gradient this happens after 10, 20, 40, ... dual steps.
[[nodiscard]] ALCOLE_EXPORT bool measures_at(std::int64_t iteration);

/// Returns how much each bound is still relaxed at a dual step, in units of its scale: linearly from `start` down to 0
/// after `steps` dual steps.
[[nodiscard]] ALCOLE_EXPORT double looseness(const Options::Loose& loose, std::int64_t iteration);

}  // namespace alcole::dual
