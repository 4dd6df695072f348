#include "solver/solve_once.hpp"

#include "base/check_size.hpp"
#include "solver/dual/ascent.hpp"
#include "solver/primal/full_batch.hpp"
#include "solver/primal/mini_batch.hpp"
#include "solver/primal/used_inner.hpp"

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace alcole::solver {
namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw std::invalid_argument(sentence); }

/// Checks that the state fits the problem and, if it is resumed, the options.
template <class T>
void check_state(const ProblemFacts<T>& problem, const State<T>& state, const Options& options) {
    const std::size_t n = problem.num_variables;
    base::check_size("theta", state.theta.size(), n, "one per variable of the problem");
    for (std::size_t j = 0; j < n; ++j)
        if (!std::isfinite(state.theta[j]))
            refuse("theta[" + std::to_string(j) + "] is not finite; start from numbers");
    const detail::PrimalMemory<T>& memory = state.memory;
    for (const auto* kept : {&memory.start, &memory.origin, &memory.closest})
        if (!kept->empty()) base::check_size("the resumed state", kept->size(), n, "one per variable");
    if (state.best) base::check_size("best of the resumed state", state.best->theta.size(), n, "one per variable");
    const bool full = options.regime == Regime::full;
    const std::int64_t remembered = full ? used_inner(problem, options.inner).memory : 1;
    if (memory.in_progress && full) base::check_size("the resumed state", memory.origin.size(), n, "one per variable");
    const bool sane = memory.pairs >= 0 && memory.pairs <= remembered && memory.newest >= 0 &&
                      memory.newest < remembered && memory.steps >= 0 && memory.updates >= 0 &&
                      state.dual.iteration >= 0;
    if (!sane) refuse("the resumed state has a counter out of its range; resume with the options it was saved under");
    if (state.dual.memory.scales.empty()) return;  // not resumed
    const std::size_t pairs = static_cast<std::size_t>(remembered) * n;
    const bool fits = memory.pairs_s.size() == pairs && memory.pairs_y.size() == pairs &&
                      memory.pairs_sy.size() == static_cast<std::size_t>(remembered);
    if (full && !fits)
        refuse("the resumed state does not fit regime 'full' with inner.memory " + std::to_string(remembered) +
               "; resume with the options it was saved under");
    if (!full && memory.first.size() != n)
        refuse("the resumed state does not fit regime 'stochastic'; resume with the options it was saved under");
}

template <class T>
Summary climb(AnyProblem<T>& problem, State<T>& state, const Options& options, const Hooks& hooks) {
    if (options.regime == Regime::full) {
        const Options::Inner used = used_inner(problem.facts(), options.inner);
        FullBatch<T> primal(problem, state, used);
        Summary summary = climb(primal, state.dual, options, hooks);
        summary.options_used.inner = used;
        return summary;
    }
    MiniBatch<T> primal(problem, state, options);
    Summary summary = climb(primal, state.dual, options, hooks);
    summary.options_used.stochastic = primal.used();
    return summary;
}

}  // namespace

template <class T>
Result<T> solve_once(AnyProblem<T>& problem, State<T> start, const Options& options, const Hooks& hooks) {
    check(options);
    check_state(problem.facts(), start, options);
    Summary summary = climb(problem, start, options, hooks);
    return {std::move(summary), std::move(start), {}};
}

template Result<float> solve_once(AnyProblem<float>&, State<float>, const Options&, const Hooks&);
template Result<double> solve_once(AnyProblem<double>&, State<double>, const Options&, const Hooks&);

}  // namespace alcole::solver
