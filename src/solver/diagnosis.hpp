#pragma once

#include <alcole/any_problem.hpp>
#include <alcole/hooks.hpp>
#include <alcole/result.hpp>

namespace alcole::solver {

/// A closer look at a solve that ended without a feasible point in sight, from the last theta, where the violation
/// seems to be at a local minimum, and from the first one. Either true: a feasible point was found after all, and the
/// state of the result is set to go on from there. Or false: the result says why there is none (its infeasibility), or
/// that the search for the reason was stopped.
template <class T>
bool rescue(AnyProblem<T>& problem, Result<T>& result, const Hooks& hooks);

}  // namespace alcole::solver
