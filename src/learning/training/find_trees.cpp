#include "learning/training/find_trees.hpp"

#include <alcole/alcole.hpp>
#include <alcole/learning/module.hpp>
#include <alcole/tabular/trees.hpp>

#include "learning/training/choice.hpp"
#include "learning/training/grow_trees.hpp"
#include "learning/training/reporting.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace alcole::learning {
namespace {

/// Multipliers respond to every round of trees and keep oscillating slightly: the price is their mean over the last
/// half of the rounds.
std::vector<double> mean_multipliers(const std::vector<TraceRecord>& trace, std::size_t m) {
    std::vector<double> mean(m, 0.0);
    const std::size_t from = trace.size() / 2;
    for (std::size_t k = from; k < trace.size(); ++k)
        for (std::size_t i = 0; i < m; ++i) mean[i] += trace[k].lambda[i] / static_cast<double>(trace.size() - from);
    return mean;
}

/// Counts the rounds of an ensemble, and truncates it to its first rounds.
class Rounds {
  public:
    explicit Rounds(const tabular::Schema& schema) : schema_(schema) {}

    std::int64_t count(const std::vector<float>& theta) const {
        return static_cast<std::int64_t>(ensemble(theta).trees.size() / schema_.num_outputs());
    }
    /// A model file needs at least one tree per output; adds trees that contribute nothing if there are none.
    std::vector<float> with_a_round(const std::vector<float>& theta) const {
        auto all = ensemble(theta);
        for (std::size_t k = 0; all.trees.size() < schema_.num_outputs(); ++k)
            all.trees.push_back({.output = k, .nodes = {{}}});
        return tabular::theta_of(all);
    }
    std::vector<float> first(const std::vector<float>& theta, std::int64_t rounds) const {
        auto kept = ensemble(theta);
        kept.trees.resize(static_cast<std::size_t>(rounds) * schema_.num_outputs());
        return tabular::theta_of(kept);
    }

  private:
    tabular::Ensemble ensemble(const std::vector<float>& theta) const {
        return tabular::ensemble_of(theta, schema_.num_inputs(), schema_.num_outputs());
    }
    const tabular::Schema& schema_;
};

/// Of the constraints that must be met, the one with the largest violation, in units of its scale.
struct Worst {
    std::size_t constraint = 0;
    double violation = -std::numeric_limits<double>::infinity();
};
Worst worst_of(const std::vector<double>& risks, const std::vector<double>& scales, const tabular::Goal& goal) {
    Worst worst;
    for (std::size_t i = 0; i < scales.size(); ++i) {
        const double violation = risks[i + 1] / scales[i];
        if (!goal.constraints[i].is_soft() && violation > worst.violation) worst = {i, violation};
    }
    return worst;
}

/// Chooses the iterate that becomes the model: the feasible one that is best on the rows held out for early stopping;
/// without such rows, the last one unless it violates a constraint. If none is feasible: a constant model that meets
/// the constraints, or else the least violating iterate.
void choose_round(const Grown& grown, Problems& problems, Answer& answer) {
    const State<float>& state = grown.state;
    const std::vector<double>& bounds = answer.bounds;
    const tabular::Goal& goal = problems.task().goal;
    answer.met = slack_beyond_allowance(goal, answer.summary.risks, bounds) <= 0;
    answer.theta = state.theta;
    answer.objective = answer.summary.risks[0];
    if (answer.summary.options_given.method != Method::augmented) return;
    if (state.best && (grown.by_held_rows || !answer.met)) {
        if (state.best->theta.size() < state.theta.size()) answer.choice = Iterate::best;
        answer.theta = state.best->theta;
        answer.objective = state.best->risks[0];
        answer.met = true;
    }
    if (answer.met) return;
    auto& problem = problems.with_bounds<float>(bounds);
    if (Choice<float> constant = best_constant(problem, bounds); problem.has_strict_risks() && constant.met) {
        answer.theta = std::move(constant.theta);
        answer.objective = constant.objective;
        answer.met = true;
        answer.choice = Iterate::constant;
        return;
    }
    if (state.dual.trace.empty()) return;  // out of time before the first constrained round
    const auto& least = std::ranges::min_element(state.dual.trace, {}, [&](const TraceRecord& record) {
        return worst_of(record.risks, grown.scales, goal).violation;
    });
    answer.theta = Rounds(problems.task().schema()).first(state.theta, least->steps);
    answer.objective = least->risks[0];
    answer.choice = Iterate::least_violating;
    answer.summary.risks = least->risks;
}

/// The constraints that are in conflict when further trees no longer help, and bounds that the model meets: those that
/// must be met, all loosened by the same multiple of their scales.
Conflict conflict_of(const Answer& answer, std::span<const double> lambda, const tabular::Goal& goal,
                     const std::vector<double>& scales) {
    Conflict conflict{.constraints = in_conflict(lambda, answer.bounds), .shown = true};
    std::erase_if(conflict.constraints, [&](std::size_t i) { return goal.constraints[i].is_soft(); });
    const double violation = worst_of(answer.summary.risks, scales, goal).violation;
    for (std::size_t i = 0; i < scales.size(); ++i) {
        const double direction = goal.constraints[i].is_soft() ? 0 : goal.constraints[i].at_least ? -1 : 1;
        const double loosened = direction * violation * scales[i];
        conflict.relaxed_bounds.push_back(possible(goal.constraints[i], answer.bounds[i] + loosened));
    }
    return conflict;
}

SearchEnding ending_of(const Answer& answer, const std::vector<double>& scales, const tabular::Goal& goal,
                       Growth growth) {
    const Summary& summary = answer.summary;
    const auto& names = summary.constraint_names;
    growth.constrained = !names.empty() && summary.options_given.method != Method::unconstrained;
    if (growth.constrained && !answer.met) {
        const std::size_t worst = worst_of(summary.risks, scales, goal).constraint;
        growth.most_violated = names[worst];
        growth.missed_by = summary.risks[worst + 1];
    }
    SearchEnding ending{.solver = summary.ending,
                        .iterate = answer.choice,
                        .objective = answer.objective,
                        .met = answer.met,
                        .growth = std::move(growth)};
    ending.solver.status = summary.status;
    return ending;
}

/// The answer of one search, before any second search. `earlier`: the trace of the search before it.
Answer answer_of(const Grown& grown, Problems& problems, const std::vector<double>& bounds,
                 std::vector<TraceRow> earlier = {}) {
    const auto& trace = grown.state.dual.trace;
    Answer answer{
        .summary = grown.summary, .bounds = bounds, .trace = std::move(earlier), .distinct_points = grown.points};
    append_trace(answer.trace, trace, Regime::stochastic, one_each(bounds.size()));
    answer.seconds = answer.summary.seconds;
    if (answer.summary.status == Status::interrupted) {
        answer.theta = grown.state.best ? grown.state.best->theta : grown.state.theta;
        return answer;
    }
    choose_round(grown, problems, answer);
    Status& status = answer.summary.status;
    const bool done = answer.met || answer.summary.options_given.method == Method::unconstrained;
    if (done && (status == Status::iteration_limit || status == Status::infeasible)) status = Status::settled;
    answer.summary.lambda = mean_multipliers(trace, bounds.size());
    answer.ending = ending_of(answer, grown.scales, problems.task().goal,
                              {.rounds = grown.rounds,
                               .kept = Rounds(problems.task().schema()).count(answer.theta),
                               .by_held_rows = grown.by_held_rows});
    if (status == Status::infeasible)
        answer.conflict = conflict_of(answer, answer.summary.lambda, problems.task().goal, grown.scales);
    answer.search = {.iterate = answer.choice,
                     .tolerance = answer.summary.options_used.tolerance,
                     .gradient_size = grown.state.dual.gradient_floor,
                     .alpha = answer.summary.alpha};
    return answer;
}

/// True if the search ended without a model that meets the constraints, so that a second search has to find out whether
/// one exists.
bool is_in_doubt(const Answer& answer) {
    const Summary& summary = answer.summary;
    const bool ended = summary.status == Status::iteration_limit || summary.status == Status::infeasible;
    return !answer.met && ended && summary.options_given.method == Method::augmented && summary.options_given.diagnose;
}

/// In the first search, multipliers rise from zero and the objective dominates for many rounds. In the second search it
/// decides, from the first round on, only what the constraints leave open.
constexpr double favour_of_constraints = 1000;

/// Grows the same number of rounds again, now with priority for the constraints. Either the new trees meet the
/// constraints and are the answer; or no such trees exist, as far as boosting can find them, and the model is whichever
/// of the two has the smaller violation.
Answer look_again(const SolveConfig& solve, Problems& problems, const Grown& first, Answer answer,
                  const Checkpointing& checkpointing) {
    const std::vector<double> bounds = answer.bounds;
    const Grown grown = grow_trees(solve, problems, bounds, checkpointing.beside("constraints"),
                                   {.favour = favour_of_constraints, .stage = "trees for the constraints"});
    Answer second = answer_of(grown, problems, bounds, std::move(answer.trace));
    second.summary.counts += answer.summary.counts;
    const Status status = second.summary.status;
    if (status == Status::interrupted) return second;
    const tabular::Goal& goal = problems.task().goal;
    const auto violation = [&](const Answer& of) { return worst_of(of.summary.risks, first.scales, goal).violation; };
    const bool first_is_closer = !second.met && violation(answer) <= violation(second);
    // If the second search fails, the reported multipliers are those of the first; its own show the conflict.
    const auto multipliers = std::exchange(second.summary.lambda, answer.summary.lambda);
    if (first_is_closer) {
        std::swap(answer, second);
        second.trace = std::move(answer.trace);
        second.seconds = answer.seconds;
        second.summary.counts = answer.summary.counts;
    }
    second.ending.growth->second_search = true;
    if (second.met) {
        second.summary.lambda = multipliers;
        return second;
    }
    second.summary.status = second.ending.solver.status = status == Status::time_limit ? status : Status::infeasible;
    if (status != Status::time_limit) second.conflict = conflict_of(second, multipliers, goal, first.scales);
    return second;
}

}  // namespace

Answer find_trees(const SolveConfig& solve, Problems& problems, const std::vector<double>& bounds,
                  const Checkpointing& checkpointing, const WarmStart* warm, const std::string& stage) {
    GrowthPlan plan{.stage = stage};
    if (warm != nullptr) plan.lambda = warm->lambda;
    const Grown grown = grow_trees(solve, problems, bounds, checkpointing, plan);
    Answer answer = answer_of(grown, problems, bounds);
    if (is_in_doubt(answer)) {
        answer = look_again(solve, problems, grown, std::move(answer), checkpointing);
        const bool interrupted = answer.summary.status == Status::interrupted;
        if (interrupted && !checkpointing.state.empty())
            save(grown.state, checkpointing.state);  // resuming leads here again
    }
    answer.theta = Rounds(problems.task().schema()).with_a_round(answer.theta);
    if (answer.summary.status == Status::interrupted) return answer;
    answer.warm = {.theta = {}, .lambda = answer.summary.lambda, .alpha = answer.summary.alpha};
    return answer;
}

}  // namespace alcole::learning
