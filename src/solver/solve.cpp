#include <alcole/solve.hpp>

#include "solver/diagnosis.hpp"
#include "solver/dual/constraints.hpp"
#include "solver/solve_once.hpp"

#include <utility>

namespace alcole {
namespace {

/// One ascent. If it ends as infeasible although a feasible iterate was found, the status becomes `stalled`. If the
/// diagnosis is switched off, `infeasible` would be an unproven claim, so the status says only that the solve stopped.
template <class T>
Result<T> climb(AnyProblem<T>& problem, State<T> start, const Options& options, const Hooks& hooks) {
    Result<T> result = solver::solve_once(problem, std::move(start), options, hooks);
    if (result.status == Status::infeasible && result.best()) {
        result.ending.best_objective = result.best()->risks[0];
        solver::end(result, Status::stalled, Ending::Reason::misses_best);
    } else if (result.status == Status::infeasible && !options.diagnose) {
        const bool full = options.regime == Regime::full;
        solver::end(result, full ? Status::stalled : Status::iteration_limit, Ending::Reason::not_diagnosed);
    }
    return result;
}

/// Whether to look for a feasible point to continue from: after `infeasible`, or the first time a solve stalls at a
/// point that violates a constraint.
template <class T>
bool wants_rescue(const AnyProblem<T>& problem, Result<T>& result, const Options& options) {
    if (!options.diagnose || result.best()) return false;
    if (result.status == Status::infeasible) return true;
    detail::DualMemory& memory = result.state.dual.memory;
    const bool full = options.regime == Regime::full && options.method != Method::unconstrained;
    if (result.status != Status::stalled || !full || memory.rescued) return false;
    const solver::Constraints constraints{problem.facts().relations, {}, memory.units};
    memory.stalled = constraints.relative_violation(result.risks) > result.options_used.tolerance.violation;
    return memory.stalled;
}

}  // namespace

template <class T>
Result<T> solve_any(AnyProblem<T>& problem, State<T> start, const Options& options, const Hooks& hooks) {
    Result<T> result = climb(problem, std::move(start), options, hooks);
    while (wants_rescue(problem, result, options) && solver::rescue(problem, result, hooks))
        result = climb(problem, std::move(result.state), options, hooks);
    hooks.on_end(result);
    return result;
}

template Result<float> solve_any(AnyProblem<float>&, State<float>, const Options&, const Hooks&);
template Result<double> solve_any(AnyProblem<double>&, State<double>, const Options&, const Hooks&);

}  // namespace alcole
