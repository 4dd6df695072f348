#include <alcole/learning/module.hpp>
#include <alcole/version.hpp>

#include "base/json.hpp"
#include "learning/outcome/fields.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::learning {
namespace {

/// An equality can be missed on either side.
double missed_by(const ModuleConstraint& constraint, double slack) {
    return constraint.equality ? std::abs(slack) : slack;
}

Judged judged(const ModuleConstraint& constraint, double slack) {
    return {.risk = constraint.bound + slack, .slack = missed_by(constraint, slack)};
}

ConstraintOutcome outcome_of(const ModuleConstraint& constraint, double objective) {
    ConstraintOutcome outcome{.name = constraint.name,
                              .kind = tabular::ConstraintKind::expression,
                              .bound = constraint.bound,
                              .equality = constraint.equality,
                              .multiplier = constraint.multiplier,
                              .binding = binds(std::abs(constraint.multiplier), constraint.bound, objective),
                              .train = judged(constraint, constraint.slack)};
    std::optional<double> beyond;
    if (constraint.held_out_slack) {
        outcome.test = judged(constraint, *constraint.held_out_slack);
        beyond = outcome.test->slack;
    }
    outcome.verdict = verdict_on(outcome.train.slack, beyond, constraint.bound);
    return outcome;
}

}  // namespace

void fields(auto& visit, base::Is<ModuleConstraint> auto& c) {
    base::list(visit, "name", c.name, "bound", c.bound, "equality", c.equality);
    base::list(visit, base::or_null, "multiplier", c.multiplier, "slack", c.slack, "held_out_slack", c.held_out_slack);
}

void fields(auto& visit, base::Is<TraceRow> auto& t) {
    base::list(visit, "iteration", t.iteration, "steps", t.steps, "seconds", t.seconds);
    base::list(visit, base::or_null, "objective", t.objective, "slack", t.slack, "multiplier", t.multiplier,
               "stationarity", t.stationarity);
}

void fields(auto& visit, base::Is<ModuleTraining> auto& m) {
    base::list(visit, "name", m.name, "device", m.device, "optimiser", m.optimiser, "weights", m.weights, "rows",
               m.rows, "held_out_rows", m.held_out_rows, "method", m.method, "status", m.status, "ending", m.ending,
               "iterate", m.iterate, "seconds", m.seconds);
    base::list(visit, base::or_null, "objective", m.objective, "held_out_objective", m.held_out_objective,
               "last_objective", m.last_objective);
    base::list(visit, "constraints", m.constraints, "residuals", m.residuals, "trace", m.trace, "options", m.options,
               "certificate", m.certificate);
}

ModuleTraining module_from_json(std::string_view text) {
    auto training = base::from_json<ModuleTraining>(text, "training of a module");
    for (auto& row : training.trace) row.regime = Regime::stochastic;
    return training;
}

Outcome outcome_of(const ModuleTraining& training) {
    Outcome outcome{.status = training.status,
                    .ending = {.solver = training.ending},
                    .seconds = training.seconds,
                    .weights = training.weights,
                    .method = training.method,
                    // Multipliers that have converged are prices, whichever iterate was kept.
                    .iterate = multipliers_are_prices(training.status) ? Iterate::last : training.iterate,
                    .last_objective = training.last_objective,
                    .version = std::string(version)};
    outcome.train.objective = training.objective;
    outcome.train.metrics.rows = training.rows;
    if (training.held_out_objective) {
        outcome.test.emplace().objective = *training.held_out_objective;
        outcome.test->metrics.rows = training.held_out_rows;
    }
    std::vector<double> multipliers;
    std::vector<double> bounds;
    for (const auto& constraint : training.constraints) {
        outcome.constraints.push_back(outcome_of(constraint, training.objective));
        multipliers.push_back(constraint.multiplier);
        bounds.push_back(constraint.bound);
    }
    outcome.ending.met = std::ranges::none_of(outcome.constraints, [](const ConstraintOutcome& constraint) {
        return constraint.verdict == ConstraintStatus::not_met;
    });
    if (training.status == Status::infeasible) outcome.conflict = {.constraints = in_conflict(multipliers, bounds)};
    outcome.residuals = training.residuals;
    outcome.trace = training.trace;
    outcome.certificate = training.certificate;
    return outcome;
}

}  // namespace alcole::learning
