#pragma once

#include <alcole/any_problem.hpp>
#include <alcole/hooks.hpp>
#include <alcole/result.hpp>

namespace alcole::solver {

/// The summary says that it ended otherwise than the ascent thought.
void end(Summary& summary, Status status, Ending::Reason reason);

/// A closer look at a solve that gave up or stalled without a feasible point in sight. The violation is minimised from
/// the last theta, from the first one, and from some beside them. Either true: a feasible point was found after all,
/// and the state of the result is set to go on from there. Or false: the result of one that gave up says why there is
/// none (its infeasibility); or the search was stopped, and the result says so.
template <class T>
bool rescue(AnyProblem<T>& problem, Result<T>& result, const Hooks& hooks);

}  // namespace alcole::solver
