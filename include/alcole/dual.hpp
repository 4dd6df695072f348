#pragma once

#include <alcole/export.hpp>
#include <alcole/lagrangian.hpp>
#include <alcole/options.hpp>
#include <alcole/problem.hpp>

#include <cstdint>

/// One dual step for one constraint, as pure functions: for those who write their own loop, and for tests.
namespace alcole::dual {

/// The next multiplier of a constraint whose risk is l, under the augmented or the ordinary Lagrangian; the other
/// methods keep lambda. With d = max(l, -lambda / (2 alpha)), or d = l for an equality and for the ordinary Lagrangian:
///
///     gradient      lambda + eta d
///     multipliers   lambda + 2 alpha d
///     printed       lambda + l / alpha  where l >= -lambda / (2 alpha),  lambda - 2 lambda / alpha  elsewhere
///
/// The first two are clamped at zero for inequalities. `printed` is left as the paper prints it: it can be negative
/// for alpha < 2, and its branches meet only at alpha = 1/4. DualRule::automatic is read as multipliers.
[[nodiscard]] ALCOLE_EXPORT double raise(DualRule rule, Method method, Relation relation, double l, double lambda,
                                         double alpha, double eta);

/// The step of the gradient rule at a penalty alpha, where `step` is that at the first one. With a constant step and an
/// alpha that grows without end the multipliers freeze before they have arrived: d falls like 1 / alpha, and the sum of
/// 1 / alpha is finite. So the step grows with alpha, up to that of the method of multipliers:
///
///     eta = step                                                constant alpha, and the ordinary Lagrangian
///     eta = max(step, min(step alpha / penalty.initial, 2 alpha))     adaptive and periodic
[[nodiscard]] ALCOLE_EXPORT double step_at(const Options& options, double alpha);

/// The next penalty of a constraint. `ascent` is d at this dual step, `last` was |d| at the one before it.
[[nodiscard]] ALCOLE_EXPORT double grow(const Options::Penalty& penalty, double alpha, double ascent, double last,
                                        std::int64_t iteration);

/// Whether the sizes of the gradients are measured again once so many dual steps have been taken: in the stochastic
/// regime under Scaling::gradient, after 10, 20, 40, ... of them.
[[nodiscard]] ALCOLE_EXPORT bool measures_at(std::int64_t iteration);

/// By how much, in units of its scale, each bound is still relaxed at a dual step: from `start` linearly to 0 after
/// `steps` of them.
[[nodiscard]] ALCOLE_EXPORT double looseness(const Options::Loose& loose, std::int64_t iteration);

}  // namespace alcole::dual
