#include <alcole/solve.hpp>

#include "experiment/jobs.hpp"
#include "studies/duality_cases.hpp"
#include "studies/record.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace alcole::studies {
namespace {

Options ordinary_options(const DualityCase& one) {
    Options options{
        .method = Method::lagrangian, .max_outer = one.ordinary_steps, .diagnose = false, .scaling = Scaling::none};
    options.dual.step = one.ordinary_step;
    return options;
}

/// Every dual step of an answer, with the dual value at the multiplier with which it began.
std::vector<DualityStep> steps_of(const DualityCase& one, Method method, const Result<double>& answer) {
    std::vector<DualityStep> steps;
    double lambda = one.first_lambda;
    for (const auto& record : answer.trace()) {
        steps.push_back({.objective = record.risks[0],
                         .violation = record.violation,
                         .lambda = lambda,
                         .dual = one.dual(method, lambda, record.alpha[0])});
        lambda = record.lambda[0];
    }
    return steps;
}

/// A search that converged would repeat its last step for ever, so the last step is appended once more: there may be
/// too few steps before it to judge the sequence by.
void judge(DualityMethod& method, std::vector<TraceRecord> trace, double tolerance) {
    if (method.converged) trace.push_back(trace.back());
    method.convergence = primal_convergence(trace, tolerance);
}

DualityMethod method_of(DualityCase& one, Method method, const Options& options, const Context& context,
                        std::vector<double>& theta) {
    State<double> start{.theta = one.start};
    start.dual.lambda = {one.first_lambda};
    const auto answer = solve(one.problem, std::move(start), options, context);
    theta = answer.theta();
    DualityMethod result{.objective = answer.risks[0],
                         .violation = answer.violation,
                         .lambda = answer.lambda[0],
                         .alpha = answer.alpha[0],
                         .converged = answer.status == Status::converged};
    if (context.stop_requested()) return result;
    result.steps = steps_of(one, method, answer);
    result.dual = one.dual(method, result.lambda, result.alpha);
    for (const auto& step : result.steps) result.dual = std::max(result.dual, step.dual);
    judge(result, answer.trace(), one.tolerance);
    return result;
}

/// Maximises a dual function, which is concave in lambda, by golden section.
double best_dual(const DualityCase& one, Method method, double alpha, double& lambda) {
    constexpr double golden = 0.6180339887498949;
    double low = one.lambda_low;
    double high = one.lambda_high;
    const auto g = [&](double at) { return one.dual(method, at, alpha); };
    double left = high - golden * (high - low);
    double right = low + golden * (high - low);
    double at_left = g(left);
    double at_right = g(right);
    for (int k = 2; k < one.lambda_searches; ++k) {
        if (at_left < at_right) {
            low = left;
            left = right;
            at_left = at_right;
            right = low + golden * (high - low);
            at_right = g(right);
        } else {
            high = right;
            right = left;
            at_right = at_left;
            left = high - golden * (high - low);
            at_left = g(left);
        }
    }
    lambda = at_left > at_right ? left : right;
    return std::max(at_left, at_right);
}

/// Removes the rounding error that is left of a zero after arithmetic on numbers of size one.
double tidied(double value) { return std::abs(value) < 1e-14 ? 0 : value; }

/// p(u), its best ordinary line, and the parabola with the smallest alpha that stays below it.
void support(DualityProblem& problem, const DualityCase& one, double ordinary_lambda) {
    std::vector<Perturbation> values;
    for (const double u : one.u) {
        const double p = one.p(u);
        if (!std::isfinite(p)) continue;
        values.push_back({.u = {u}, .value = p});
    }
    const double lambda = problem.augmented.lambda;
    const std::vector<double> lambdas = {lambda};
    const auto found = stability(problem.optimum, values, lambdas, one.noise);
    problem.least_alpha = tidied(found.alpha);
    problem.stability = found.verdict;
    for (const auto& value : values) {
        const double u = value.u[0];
        problem.support.push_back({.u = u,
                                   .p = value.value,
                                   .line = problem.ordinary.dual - ordinary_lambda * u,
                                   .parabola = problem.optimum - lambda * u - found.alpha * u * u});
    }
}

/// Decides whether there is a dual solution. If none is found, and the parabola that supports p must get narrower as u
/// approaches 0, there is none: the gap then falls with alpha but never closes.
void ask_attained(DualityProblem& problem, const DualityCase& one) {
    if (problem.exact)
        for (const double alpha : {5.0, 20.0, 80.0, 320.0}) {
            PenaltyGap& at = problem.by_alpha.emplace_back(PenaltyGap{.alpha = alpha});
            at.gap = problem.optimum - best_dual(one, Method::augmented, alpha, at.lambda);
        }
    const bool reached =
        std::ranges::any_of(problem.by_alpha, [&](const PenaltyGap& at) { return at.gap <= one.negligible_gap; });
    if (reached || !problem.augmented_leaves_gap)
        problem.attained = Decision::holds;
    else if (problem.exact && problem.stability != Decision::holds)
        problem.attained = Decision::fails;
}

/// Ordinary dual ascent as it is defined: every theta minimises the Lagrangian, and lambda moves along l. Written out
/// here because the library's solver descends from the last theta and stays in its valley.
DualityMethod global_ordinary(DualityCase& one, const Context& context) {
    DualityMethod result{.lambda = one.first_lambda};
    std::vector<TraceRecord> trace;
    std::vector<double> l(2);
    for (std::int64_t k = 0; k < one.ordinary_steps && !context.stop_requested(); ++k) {
        const auto theta = one.minimiser(result.lambda);
        if (theta.empty()) return result;
        one.problem.risks(theta, l);
        const double violation = std::max(0.0, l[1]);
        result.steps.push_back(
            {.objective = l[0], .violation = violation, .lambda = result.lambda, .dual = l[0] + result.lambda * l[1]});
        result.objective = l[0];
        result.violation = violation;
        result.lambda = std::max(0.0, result.lambda + one.ordinary_step * l[1]);
        trace.push_back({.iteration = k, .risks = l, .lambda = {result.lambda}, .alpha = {0}, .violation = violation});
    }
    if (result.steps.empty()) return result;  // stopped before the first step
    result.dual = std::ranges::max_element(result.steps, {}, &DualityStep::dual)->dual;
    judge(result, trace, one.tolerance);
    return result;
}

DualityProblem examined(DualityCase one, const Context& context) {
    DualityProblem problem = one.about;
    std::vector<double> theta;
    problem.ordinary = method_of(one, Method::lagrangian, ordinary_options(one), context, theta);
    if (one.minimiser && !context.stop_requested()) {
        problem.downhill = problem.ordinary;
        problem.ordinary = global_ordinary(one, context);
    }
    problem.augmented = method_of(one, Method::augmented, {.diagnose = false}, context, theta);
    if (context.stop_requested()) return problem;
    problem.optimum =
        std::min(problem.optimum, problem.augmented.converged ? problem.augmented.objective : problem.optimum);
    double best_lambda = 0;
    const double best = best_dual(one, Method::lagrangian, 0, best_lambda);
    if (best < problem.ordinary.dual)  // a multiplier of the trace was even better
        best_lambda = std::ranges::max_element(problem.ordinary.steps, {}, &DualityStep::dual)->lambda;
    problem.ordinary.dual = std::max(problem.ordinary.dual, best);
    for (auto* method : {&problem.ordinary, &problem.augmented}) {
        method->dual = tidied(method->dual);
        method->gap = tidied(problem.optimum - method->dual);
        method->distance = method->objective - problem.optimum;
    }
    if (problem.downhill) problem.downhill->distance = problem.downhill->objective - problem.optimum;
    problem.ordinary_leaves_gap = problem.ordinary.gap > one.negligible_gap;
    problem.augmented_leaves_gap = problem.augmented.gap > one.negligible_gap;
    support(problem, one, best_lambda);
    ask_attained(problem, one);
    const std::vector<double> lambdas = {problem.augmented.lambda};
    const std::vector<double> alphas = {problem.augmented.alpha};
    const auto estimate = duality_gap(one.problem, theta, lambdas, alphas, {.spread = 1});
    problem.ordinary_estimate = estimate.ordinary.gap;
    problem.augmented_estimate = estimate.augmented.gap;
    problem.starts = estimate.ordinary.ended;
    problem.agreeing = estimate.ordinary.agreeing;
    return problem;
}

/// True if the last iterate is feasible, settled and at P*.
bool is_answer(const DualityMethod& method) {
    constexpr double near = 1e-6;
    return method.convergence.verdict == alcole::Decision::holds && std::abs(method.distance) <= near;
}

}  // namespace

std::optional<Duality> run_duality(const DualitySettings& settings, const Context& context) {
    check(settings);
    const Stopwatch stopwatch;
    std::vector<std::function<DualityCase()>> cases = {concave_case, double_well_case, saddle_case, two_prices_case};
    const std::size_t by_hand = cases.size();
    if (!settings.no_network)
        cases.emplace_back([&] { return network_case(settings, [&] { return context.stop_requested(); }); });
    Duality result;
    result.problems.resize(cases.size());
    experiment::Jobs jobs(context, cases.size(), "parts");
    const bool finished = jobs.run(cases.size(), [&](std::size_t job, const Context& own) {
        const std::size_t at = cases.size() - 1 - job;  // the longest first
        DualityCase one = cases[at]();
        if (at < by_hand) one.ordinary_steps = settings.dual_steps;
        if (own.stop_requested()) return;
        result.problems[at] = examined(std::move(one), own);
        jobs.advance();
    });
    if (!finished) return std::nullopt;
    for (const auto& problem : result.problems) {
        if (problem.attained == Decision::holds) ++result.attained;
        if (is_answer(problem.ordinary)) ++result.ordinary_settles;
        if (is_answer(problem.augmented)) ++result.augmented_settles;
    }
    result.record = record_of(settings, stopwatch);
    return result;
}

}  // namespace alcole::studies
