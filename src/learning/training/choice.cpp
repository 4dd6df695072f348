#include "learning/training/choice.hpp"

#include <alcole/lagrangian.hpp>

#include "learning/training/judge.hpp"
#include "learning/training/places.hpp"
#include "learning/training/thresholds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace alcole::learning {
namespace {

/// Objectives whose relative difference is smaller count as equal.
constexpr double clearly = 1e-3;

template <class T>
bool clearly_better(const Choice<T>& a, const Choice<T>& b) {
    if (a.met != b.met) return a.met;
    return a.met && a.merit < b.merit - clearly * std::abs(b.merit);
}

template <class T>
Choice<T> choice_of(const std::vector<T>& theta, Iterate iterate, std::span<const double> risks,
                    const tabular::LearningProblem<T>& problem, std::span<const double> bounds) {
    return {.theta = theta,
            .iterate = iterate,
            .objective = risks[0],
            .merit = risks[0] + cost_of_giving_way(risks, problem.constraint_prices()),
            .met = slack_beyond_allowance(problem.goal(), worst_risks(problem.places(), risks), bounds) <= 0};
}

}  // namespace

double slack_beyond_allowance(const tabular::Goal& goal, std::span<const double> risks,
                              std::span<const double> bounds) {
    constexpr double rounding = 1e-12;  // of a mean over rows
    double most = -1;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        if (goal.constraints[i].is_soft()) continue;
        const bool exact = bounds[i] == 0 && goal.constraints[i].is_rate();
        most = std::max(most, risks[i + 1] - (exact ? rounding : allowance(bounds[i])));
    }
    return most;
}

double possible(const tabular::RiskDefinition& risk, double bound) {
    const auto& terms = risk.terms;
    const bool rates = std::ranges::all_of(terms, [](const tabular::Term& term) { return term.is_rate(); });
    const bool one = terms.size() == 1 && terms[0].coefficient == 1;
    const bool gap = terms.size() == 2 && terms[0].coefficient == 1 && terms[1].coefficient == -1;
    return rates && (one || gap) ? std::clamp(bound, 0.0, 1.0) : bound;
}

template <class T>
std::vector<double> bounds_at(const tabular::LearningProblem<T>& problem, std::span<const T> theta) {
    std::vector<double> bounds = problem.goal().bounds();
    for (std::size_t i = 0; i < bounds.size(); ++i)
        if (problem.goal().constraints[i].minimise) bounds[i] = static_cast<double>(theta.back());
    return bounds;
}

template <class T>
Choice<T> best_constant(tabular::LearningProblem<T>& problem, std::span<const double> bounds) {
    Choice<T> best{.iterate = Iterate::constant};
    std::vector<double> risks(problem.num_constraints() + 1);
    for (const auto& theta : problem.constants()) {
        problem.strict_risks(theta, risks);
        Choice<T> one = choice_of(theta, Iterate::constant, risks, problem, bounds);
        if (one.met && (!best.met || one.merit < best.merit)) best = std::move(one);
    }
    return best;
}

/// Models under constraints on rates are compared by their errors, unless some rows count more than others. So a choice
/// that beats a constant model by less than half as much as the search did under wide surrogates, where bounds were
/// nearly met, gives way to a more accurate model that meets every bound, if there is one at another threshold whose
/// objective is below the constant's. A choice that is less accurate than a constant which meets every bound gives way
/// to that. Where a bound has a price, it says what a violation is worth, and the merit decides. `constant`: the best
/// that meets every bound.
template <class T>
void avoid_constant(const Result<T>& result, tabular::LearningProblem<T>& problem, const Choice<T>& constant,
                    const Context& context, Choice<T>& choice) {
    const bool all_count_alike = problem.goal().weights.empty() && problem.goal().class_weights.empty();
    const bool soft = std::ranges::any_of(problem.goal().constraints, &tabular::RiskDefinition::is_soft);
    if (!all_count_alike || soft || problem.data().schema().target.task == tabular::Task::regression) return;
    if (choice.met && !constant.met) return;
    const double of_constant = constant.met ? problem.accuracy(constant.theta) : 0;
    const double chosen = choice.met ? problem.accuracy(choice.theta) : 0;
    const auto& wide = result.state.memory.closest;
    const double within_reach = wide.empty() ? of_constant : problem.accuracy(wide);
    if (chosen > of_constant && chosen - of_constant >= (within_reach - of_constant) / 2) return;
    auto other = at_another_threshold(result, problem, std::max(chosen, of_constant), context);
    if (other && (!constant.met || other->risks[0] < constant.objective)) {
        choice = {.theta = std::move(other->theta), .iterate = Iterate::best};
        choice.objective = choice.merit = other->risks[0];
        choice.met = true;
    } else if (chosen < of_constant) {
        choice = constant;
    }
}

template <class T>
Choice<T> choose(const Result<T>& result, tabular::LearningProblem<T>& problem, Method method, const Context& context) {
    const std::vector<double> bounds = bounds_at<T>(problem, result.theta());
    Choice<T> choice = choice_of(result.theta(), Iterate::last, result.risks, problem, bounds);
    if (method != Method::augmented) return choice;
    const bool rates = problem.has_strict_risks();
    if (result.best() && (rates || !choice.met)) {
        Choice<T> best = choice_of(result.best()->theta, Iterate::best, result.best()->risks, problem, bounds);
        best.met = true;
        if (clearly_better(best, choice)) choice = std::move(best);
    }
    if (rates) {
        const Choice<T> constant = best_constant(problem, bounds);
        if (clearly_better(constant, choice)) choice = constant;
        avoid_constant(result, problem, constant, context, choice);
    }
    if (choice.met || !result.infeasibility) return choice;
    return {.theta = result.infeasibility->theta,
            .iterate = Iterate::least_violating,
            .objective = result.infeasibility->risks[0]};
}

template std::vector<double> bounds_at(const tabular::LearningProblem<float>&, std::span<const float>);
template std::vector<double> bounds_at(const tabular::LearningProblem<double>&, std::span<const double>);
template struct Choice<float>;
template struct Choice<double>;
template Choice<float> best_constant(tabular::LearningProblem<float>&, std::span<const double>);
template Choice<double> best_constant(tabular::LearningProblem<double>&, std::span<const double>);
template Choice<float> choose(const Result<float>&, tabular::LearningProblem<float>&, Method, const Context&);
template Choice<double> choose(const Result<double>&, tabular::LearningProblem<double>&, Method, const Context&);

}  // namespace alcole::learning
