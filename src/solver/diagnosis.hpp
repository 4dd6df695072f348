#pragma once

#include <alcole/any_problem.hpp>
#include <alcole/hooks.hpp>
#include <alcole/result.hpp>

namespace alcole::solver {

/// Changes the status and the reason of a summary, and its message accordingly.
void end(Summary& summary, Status status, Ending::Reason reason);

/// Examines a solve that gave up or stalled without a feasible point: minimises the violation from the last theta, from
/// the first one, and from random displacements of both. Returns true if this finds a feasible point and the solve
/// should continue; the state of the result is then set to continue from there. Otherwise returns false, and the result
/// of a solve that gave up explains why there is no feasible point (Result::infeasibility), or says that the diagnosis
/// was stopped.
template <class T>
bool rescue(AnyProblem<T>& problem, Result<T>& result, const Hooks& hooks);

}  // namespace alcole::solver
