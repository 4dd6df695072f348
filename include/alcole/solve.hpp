#pragma once

#include <alcole/any_problem.hpp>
#include <alcole/export.hpp>
#include <alcole/hooks.hpp>
#include <alcole/options.hpp>
#include <alcole/result.hpp>
#include <alcole/state.hpp>

#include <concepts>
#include <type_traits>
#include <utility>
#include <vector>

namespace alcole {

/// The compiled solver behind solve().
template <class T>
[[nodiscard]] Result<T> solve_any(AnyProblem<T>& problem, State<T> start, const Options& options, const Hooks& hooks);

extern template ALCOLE_EXPORT Result<float> solve_any(AnyProblem<float>&, State<float>, const Options&, const Hooks&);
extern template ALCOLE_EXPORT Result<double> solve_any(AnyProblem<double>&, State<double>, const Options&,
                                                       const Hooks&);

/// Solves a problem (problem.hpp) from a State: a fresh start when only theta is set, a warm start when lambda (and
/// alpha) are set too, a resume when it is the state of a solve that was stopped. Hooks are passed after the options,
/// see hooks.hpp.
///
/// Throws std::invalid_argument for bad options or sizes, with a sentence to act on. Numerical trouble is a status,
/// never an exception. What the problem or a hook throws passes through.
///
/// Everything, hooks included, runs on the calling thread, and there is no global state: solves of different problem
/// objects may run at the same time. The same problem, start and options give the same bits.
template <class P, class T, class... H>
[[nodiscard]] Result<T> solve(P&& problem, State<T> start, const Options& options = {}, H&&... hooks) {
    static_assert(std::same_as<T, double> || std::same_as<T, float>,
                  "alcole: theta must be a std::vector of double or of float");
    if constexpr (std::same_as<std::remove_cvref_t<P>, AnyProblem<T>>) {
        return solve_any<T>(problem, std::move(start), options, Hooks(hooks...));
    } else {
        AnyProblem<T> any(std::forward<P>(problem));
        return solve_any<T>(any, std::move(start), options, Hooks(hooks...));
    }
}

/// The same from theta alone, whose type (std::vector<double> or std::vector<float>) says in which arithmetic:
///
///     const auto answer = alcole::solve(problem, std::vector{0.0, 0.0});
///     answer.status, answer.theta(), answer.lambda, answer.violation, ...
template <class P, class T, class... H>
[[nodiscard]] Result<T> solve(P&& problem, std::vector<T> theta, const Options& options = {}, H&&... hooks) {
    return solve(std::forward<P>(problem), State<T>{.theta = std::move(theta)}, options, hooks...);
}

}  // namespace alcole
