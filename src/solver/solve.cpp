#include <alcole/repair.hpp>
#include <alcole/solve.hpp>

#include "solver/diagnosis.hpp"
#include "solver/solve_once.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace alcole {
namespace {

template <class T>
void say_that_best_is_feasible(Result<T>& result) {
    result.infeasibility.reset();
    result.ending.best_objective = result.best()->risks[0];
    solver::end(result, Status::stalled, Ending::Reason::misses_best);
}

/// One ascent. If it ends as infeasible although a feasible iterate was found, the status becomes `stalled`. If the
/// diagnosis is switched off, `infeasible` would be an unproven claim, so the status says only that the solve stopped.
template <class T>
Result<T> climb(AnyProblem<T>& problem, State<T> start, const Options& options, const Hooks& hooks) {
    Result<T> result = solver::solve_once(problem, std::move(start), options, hooks);
    if (result.status == Status::infeasible && result.best()) {
        say_that_best_is_feasible(result);
    } else if (result.status == Status::infeasible && !options.diagnose) {
        const bool full = options.regime == Regime::full;
        solver::end(result, full ? Status::stalled : Status::iteration_limit, Ending::Reason::not_diagnosed);
    }
    return result;
}

/// Whether to look for a feasible point to continue from: after `infeasible`, or the first time a solve stalls at a
/// point that violates a constraint.
template <class T>
bool wants_rescue(Result<T>& result, const Options& options) {
    if (!options.diagnose || result.best()) return false;
    if (result.status == Status::infeasible) return true;
    detail::DualMemory& memory = result.state.dual.memory;
    const bool full = options.regime == Regime::full && options.method != Method::unconstrained;
    if (result.status != Status::stalled || !full || memory.rescued) return false;
    memory.stalled = !result.ending.missed_by.empty();
    return memory.stalled;
}

/// If a search for strict risks gives up at a theta that is worth more than its best feasible iterate, leads it from
/// there to its bounds, and from where it was under the widest surrogates. Costs a few times as much as the search, at
/// most.
template <class T>
void lead_to_bounds(AnyProblem<T>& problem, Result<T>& result, const Hooks& hooks) {
    constexpr double clearly = 1e-3;
    constexpr std::int64_t few = 4;
    const Options& options = result.options_used;
    const auto gave_up = {Status::stalled, Status::iteration_limit, Status::infeasible};
    if (!problem.facts().has_width || options.method != Method::augmented || options.regime != Regime::full) return;
    if (std::ranges::find(gave_up, result.status) == gave_up.end()) return;
    const auto merit_of = [&](std::span<const double> risks) {
        return risks[0] + cost_of_giving_way(risks, problem.facts().constraint_prices);
    };
    const double merit = merit_of(result.risks);
    if (result.best() && merit_of(result.best()->risks) <= merit + clearly * std::abs(merit)) return;
    const auto evaluations = static_cast<std::size_t>(few * (result.counts.risks + result.counts.pullbacks));
    for (const std::vector<T>& theta : {result.state.memory.closest, result.theta()}) {
        if (theta.empty()) continue;
        auto found = repair_any(problem, theta, evaluations, hooks).found;
        if (!found || (result.best() && merit_of(result.best()->risks) <= merit_of(found->risks))) continue;
        found->iteration = result.state.dual.iteration;
        result.state.best = std::move(found);
    }
    problem.set_width(result.state.dual.memory.width);
    if (result.status == Status::infeasible && result.best()) say_that_best_is_feasible(result);
}

}  // namespace

template <class T>
Result<T> solve_any(AnyProblem<T>& problem, State<T> start, const Options& options, const Hooks& hooks) {
    Result<T> result = climb(problem, std::move(start), options, hooks);
    while (wants_rescue(result, options) && solver::rescue(problem, result, hooks))
        result = climb(problem, std::move(result.state), options, hooks);
    lead_to_bounds(problem, result, hooks);
    hooks.on_end(result);
    return result;
}

template Result<float> solve_any(AnyProblem<float>&, State<float>, const Options&, const Hooks&);
template Result<double> solve_any(AnyProblem<double>&, State<double>, const Options&, const Hooks&);

}  // namespace alcole
