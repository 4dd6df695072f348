#pragma once

#include <alcole/any_problem.hpp>
#include <alcole/export.hpp>
#include <alcole/hooks.hpp>
#include <alcole/state.hpp>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace alcole {

/// What repair() has found.
template <class T>
struct Repaired {
    std::optional<Kept<T>> found{};  ///< meets every bound; empty if the walk did not get there
    std::size_t evaluations = 0;     ///< that it took, backward passes included
};

/// The compiled part of repair().
template <class T>
[[nodiscard]] Repaired<T> repair_any(AnyProblem<T>& problem, std::vector<T> theta, std::size_t max_evaluations,
                                     const Hooks& hooks);

extern template ALCOLE_EXPORT Repaired<float> repair_any(AnyProblem<float>&, std::vector<float>, std::size_t,
                                                         const Hooks&);
extern template ALCOLE_EXPORT Repaired<double> repair_any(AnyProblem<double>&, std::vector<double>, std::size_t,
                                                          const Hooks&);

/// Walks from theta to a point that meets the bound of every strict risk (problem.hpp) that has no price. For problems
/// with set_width() and without equalities; for others nothing is found.
///
/// A rate moves in steps of one row, so a search may end next to its bounds and get no further: the surrogate of a
/// group of seven rows asks for two and a half of them. Each step of the walk changes theta as little as linearised
/// surrogates allow,
///
///     minimise  |d|^2 / 2   subject to   s_i + grad l_i . d <= 0   for every constraint,
///
/// where s_i is the strict risk, and goes as far along d as leaves the smallest sum of violations. It never returns to
/// the same strict risks, so it also gets past a point from which every step leads upwards for a while. The walk ends
/// at the bounds, after ten steps without progress, on a stop request, or soon after `max_evaluations` evaluations and
/// backward passes. The objective has no say: start where it is low.
///
/// solve() does this by itself where a search ends beside its bounds. Afterwards, the surrogates of the problem have
/// another width than before.
template <class P, class T, class... H>
[[nodiscard]] Repaired<T> repair(P&& problem, std::vector<T> theta, std::size_t max_evaluations, H&&... hooks) {
    AnyProblem<T> any(std::forward<P>(problem));
    return repair_any<T>(any, std::move(theta), max_evaluations, Hooks(hooks...));
}

}  // namespace alcole
