#include <alcole/solve.hpp>

#include "base/check_size.hpp"
#include "base/text.hpp"
#include "solver/diagnosis.hpp"
#include "solver/dual/ascent.hpp"
#include "solver/primal/full_batch.hpp"
#include "solver/primal/mini_batch.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace alcole {
namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw std::invalid_argument(sentence); }

/// A state must fit the problem, and a resumed one the options it is resumed with.
template <class T>
void check_state(const ProblemFacts<T>& problem, const State<T>& state, const Options& options) {
    const std::size_t n = problem.num_variables;
    base::check_size("theta", state.theta.size(), n, "one per variable of the problem");
    for (std::size_t j = 0; j < n; ++j)
        if (!std::isfinite(state.theta[j]))
            refuse("theta[" + std::to_string(j) + "] is not finite; start from numbers");
    const PrimalState<T>& primal = state.primal;
    for (const auto* kept : {&primal.start, &primal.origin})
        if (!kept->empty()) base::check_size("the resumed state", kept->size(), n, "one per variable");
    const bool inside = state.primal.in_progress && options.regime == Regime::full;
    if (inside) base::check_size("the resumed state", primal.origin.size(), n, "one per variable");
    const bool sane = primal.pairs >= 0 && primal.pairs <= options.inner.memory && primal.newest >= 0 &&
                      primal.newest < options.inner.memory && primal.steps >= 0 && primal.updates >= 0 &&
                      state.dual.iteration >= 0;
    if (!sane) refuse("the resumed state has a counter out of its range; resume with the options it was saved under");
    if (state.dual.scales.empty()) return;  // not resumed
    const std::size_t pairs = static_cast<std::size_t>(options.inner.memory) * n;
    const bool full = options.regime == Regime::full;
    const bool fits = primal.pairs_s.size() == pairs && primal.pairs_y.size() == pairs &&
                      primal.pairs_sy.size() == static_cast<std::size_t>(options.inner.memory);
    if (full && !fits)
        refuse("the resumed state does not fit regime 'full' with inner.memory " +
               std::to_string(options.inner.memory) + "; resume with the options it was saved under");
    if (!full && primal.first.size() != n)
        refuse("the resumed state does not fit regime 'stochastic'; resume with the options it was saved under");
}

template <class T>
Summary climb(AnyProblem<T>& problem, State<T>& state, const Options& options, const Hooks& hooks) {
    if (options.regime == Regime::full) {
        FullBatch<T> primal(problem, state, options);
        return climb(primal, state.dual, options, hooks);
    }
    MiniBatch<T> primal(problem, state, options);
    return climb(primal, state.dual, options, hooks);
}

/// Goes on from a feasible point that was found after the ascent had given up: multipliers and memory start anew, the
/// penalties stay as stiff as they have become.
template <class T>
void restart_from(const Diagnosis<T>& found, State<T>& state) {
    state.theta = *found.feasible;
    state.primal.pairs = 0;
    DualState& dual = state.dual;
    dual.lambda.assign(dual.lambda.size(), 0.0);
    dual.forget_progress(dual.lambda.size());
    dual.infeasible = false;
    dual.rescued = true;
    dual.counts += found.counts;
    dual.seconds += found.seconds;
}

template <class T>
std::string sentence(const Infeasibility<T>& found, const std::vector<std::string>& names) {
    std::string clash;
    for (const std::size_t i : found.conflict) clash += (clash.empty() ? "'" : ", '") + names[i] + "'";
    return "infeasible: " + clash + (found.conflict.size() == 1 ? " cannot be met" : " cannot be met together") +
           " near here; raising every bound by " + base::short_number(found.relaxation) +
           " (in units of its scale) would do";
}

/// Climbs once and, where no feasible point came in sight, looks closer. False when a closer look has found one and
/// another climb is to start from there.
template <class T>
bool settle(AnyProblem<T>& problem, Result<T>& result, const Options& options, const Hooks& hooks) {
    static_cast<Summary&>(result) = climb(problem, result.state, options, hooks);
    if (result.status == Status::infeasible && result.best()) {  // a point that meets them all has been passed
        result.status = Status::stalled;
        result.message =
            "stalled without meeting every constraint; the best iterate that meets them all has objective " +
            base::short_number(result.best()->risks[0], 6);
    }
    if (result.status != Status::infeasible || !options.diagnose) return true;

    Options left = result.options_used;
    if (left.max_seconds > 0) left.max_seconds = std::max(1e-9, left.max_seconds - result.seconds);
    auto found = diagnose(problem, result.state, left, hooks);
    result.counts += found.counts;
    result.seconds += found.seconds;
    if (found.stopped) {
        result.status = *found.stopped;
        result.message =
            std::string(to_string(result.status)) + ", while looking for the reason why no feasible point is found";
    } else if (found.infeasible) {
        result.message = sentence(*found.infeasible, result.constraint_names);
        result.infeasibility = std::move(found.infeasible);
    } else if (options.regime == Regime::full && !result.state.dual.rescued) {
        restart_from(found, result.state);
        return false;
    } else {
        result.status = options.regime == Regime::full ? Status::stalled : Status::iteration_limit;
        result.message = "stopped without meeting the constraints, though a point that does exists nearby";
    }
    return true;
}

}  // namespace

template <class T>
Result<T> solve_any(AnyProblem<T>& problem, State<T> start, const Options& options, const Hooks& hooks) {
    check(options);
    check_state(problem.facts(), start, options);
    Result<T> result;
    result.state = std::move(start);
    while (!settle(problem, result, options, hooks)) {
    }
    hooks.on_end(result);
    return result;
}

template Result<float> solve_any(AnyProblem<float>&, State<float>, const Options&, const Hooks&);
template Result<double> solve_any(AnyProblem<double>&, State<double>, const Options&, const Hooks&);

}  // namespace alcole
