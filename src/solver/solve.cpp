#include <alcole/solve.hpp>

#include "base/text.hpp"
#include "solver/diagnosis.hpp"
#include "solver/solve_once.hpp"

#include <utility>

namespace alcole {
namespace {

/// One ascent. Where it gave up on a point that satisfies the constraints, having passed one that does, it has stalled.
template <class T>
Result<T> climb(AnyProblem<T>& problem, State<T> start, const Options& options, const Hooks& hooks) {
    Result<T> result = solver::solve_once(problem, std::move(start), options, hooks);
    if (result.status == Status::infeasible && result.best()) {
        result.status = Status::stalled;
        result.message =
            "stalled: the last iterate misses a constraint; the best one that meets them all has objective " +
            base::short_number(result.best()->risks[0], 6);
    }
    return result;
}

}  // namespace

template <class T>
Result<T> solve_any(AnyProblem<T>& problem, State<T> start, const Options& options, const Hooks& hooks) {
    Result<T> result = climb(problem, std::move(start), options, hooks);
    while (result.status == Status::infeasible && options.diagnose && solver::rescue(problem, result, hooks))
        result = climb(problem, std::move(result.state), options, hooks);
    hooks.on_end(result);
    return result;
}

template Result<float> solve_any(AnyProblem<float>&, State<float>, const Options&, const Hooks&);
template Result<double> solve_any(AnyProblem<double>&, State<double>, const Options&, const Hooks&);

}  // namespace alcole
