#pragma once

#include <alcole/any_problem.hpp>
#include <alcole/hooks.hpp>
#include <alcole/options.hpp>
#include <alcole/result.hpp>

#include <optional>
#include <vector>

namespace alcole {

/// What a closer look at a problem without a feasible point in sight brings: exactly one of the first two, or neither
/// when it was stopped.
template <class T>
struct Diagnosis {
    std::optional<std::vector<T>> feasible{};  ///< a point that meets all constraints after all
    std::optional<Infeasibility<T>> infeasible{};
    std::optional<Status> stopped{};  ///< interrupted or time_limit
    Counts counts{};
    double seconds = 0;
};

/// Looks from the last theta, where the violation seems to be at a local minimum, and from the first one. max_seconds
/// of the options is what is left of the time.
template <class T>
Diagnosis<T> diagnose(AnyProblem<T>& problem, const State<T>& state, const Options& options, const Hooks& hooks);

}  // namespace alcole
