#pragma once

#include <alcole/any_problem.hpp>
#include <alcole/hooks.hpp>
#include <alcole/options.hpp>
#include <alcole/result.hpp>

#include <optional>
#include <vector>

namespace alcole {

/// What a closer look at a problem without a feasible point in sight brings: exactly one of the two, or neither when it
/// was interrupted.
template <class T>
struct Diagnosis {
    std::optional<std::vector<T>> feasible{};  ///< a point that meets all constraints after all
    std::optional<Infeasibility<T>> infeasible{};
};

/// Looks from the last theta, where the violation seems to be at a local minimum, and from the first one.
template <class T>
Diagnosis<T> diagnose(AnyProblem<T>& problem, const State<T>& state, const Options& options, const Hooks& hooks);

}  // namespace alcole
