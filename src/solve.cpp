#include <alcole/solve.hpp>

#include "dual/infeasible.hpp"
#include "primal/full_batch.hpp"
#include "primal/mini_batch.hpp"
#include "text.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace alcole {
namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw std::invalid_argument(sentence); }

void check_size(const std::string& what, std::size_t found, std::size_t wanted, const std::string& why) {
    if (found != wanted)
        refuse(what + " has " + std::to_string(found) + " entries where " + std::to_string(wanted) + " are needed, " +
               why);
}

/// A state must fit the problem, and a resumed one the options it is resumed with.
template <class T>
void check_state(const ProblemFacts<T>& problem, const State<T>& state, const Options& options) {
    const std::size_t n = problem.num_variables;
    check_size("theta", state.theta.size(), n, "one per variable of the problem");
    for (std::size_t j = 0; j < n; ++j)
        if (!std::isfinite(state.theta[j]))
            refuse("theta[" + std::to_string(j) + "] is not finite; start from numbers");
    const PrimalState<T>& primal = state.primal;
    for (const auto* kept : {&primal.start, &primal.origin})
        if (!kept->empty()) check_size("the resumed state", kept->size(), n, "one per variable");
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
Summary run(AnyProblem<T>& problem, State<T>& state, const Options& options, const Hooks& hooks) {
    if (options.regime == Regime::full) {
        FullBatch<T> primal(problem, state, options);
        return ascend(primal, state.dual, options, hooks);
    }
    MiniBatch<T> primal(problem, state, options);
    return ascend(primal, state.dual, options, hooks);
}

/// Goes on from a feasible point that was found after the ascent had given up: multipliers and memory start anew.
template <class T>
void restart_from(std::vector<T> theta, State<T>& state) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    state.theta = std::move(theta);
    state.primal.pairs = 0;
    DualState& dual = state.dual;
    dual.lambda.assign(dual.lambda.size(), 0.0);
    dual.progress.assign(dual.progress.size(), infinity);
    dual.least_violation = dual.least_residual = infinity;
    dual.violation_stuck = dual.residual_stuck = 0;
    dual.infeasible = false;
    dual.rescued = true;
}

template <class T>
std::string sentence(const Infeasibility<T>& found, const std::vector<std::string>& names) {
    std::string clash;
    for (const std::size_t i : found.conflict) clash += (clash.empty() ? "'" : ", '") + names[i] + "'";
    return "infeasible: " + clash + (found.conflict.size() == 1 ? " cannot be met" : " cannot be met together") +
           " near here; raising every bound by " + short_number(found.relaxation) + " (in units of its scale) would do";
}

}  // namespace

template <class T>
Result<T> solve_any(AnyProblem<T>& problem, State<T> start, const Options& options, const Hooks& hooks) {
    check(options);
    check_state(problem.facts(), start, options);
    Result<T> result;
    result.state = std::move(start);
    for (;;) {
        static_cast<Summary&>(result) = run(problem, result.state, options, hooks);
        if (result.status != Status::infeasible || !options.diagnose) break;
        auto diagnosis = diagnose(problem, result.state, result.options_used, hooks);
        if (diagnosis.infeasible) {
            result.message = sentence(*diagnosis.infeasible, result.constraint_names);
            result.infeasibility = std::move(diagnosis.infeasible);
            break;
        }
        if (!diagnosis.feasible) {
            result.status = Status::interrupted;
            result.message = "interrupted on request, while looking for the reason of infeasibility";
            break;
        }
        // Feasible after all. A mini-batch run has used up its epochs; a full one goes on from there, once.
        if (options.regime == Regime::stochastic || result.state.dual.rescued) {
            result.status = Status::stalled;
            result.message = "stalled: the violation does not fall any more, though a feasible point exists nearby";
            break;
        }
        restart_from(std::move(*diagnosis.feasible), result.state);
    }
    hooks.on_end(result);
    return result;
}

template Result<float> solve_any(AnyProblem<float>&, State<float>, const Options&, const Hooks&);
template Result<double> solve_any(AnyProblem<double>&, State<double>, const Options&, const Hooks&);

}  // namespace alcole
