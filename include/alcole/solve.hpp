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

/// Solves a problem (problem.hpp) from a State. If only theta is set, this is a fresh start; if lambda (and alpha) are
/// set too, a warm start; if it is the state of a solve that was stopped, a resume. Hooks are passed after the options,
/// see hooks.hpp.
///
/// Throws std::invalid_argument with an actionable message if options or sizes are invalid. Numerical trouble is
/// reported as a status, never as an exception. Exceptions thrown by the problem or by a hook propagate to the caller.
///
/// Everything, hooks included, runs on the calling thread, and there is no global state, so different problem objects
/// may be solved concurrently. The same problem, start and options give the same bits.
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

/// Solves from theta alone. The type of theta (std::vector<double> or std::vector<float>) selects the arithmetic:
///
///     const auto answer = alcole::solve(problem, std::vector{0.0, 0.0});
///     answer.status, answer.theta(), answer.lambda, answer.violation, ...
template <class P, class T, class... H>
[[nodiscard]] Result<T> solve(P&& problem, std::vector<T> theta, const Options& options = {}, H&&... hooks) {
    return solve(std::forward<P>(problem), State<T>{.theta = std::move(theta)}, options, hooks...);
}

}  // namespace alcole
