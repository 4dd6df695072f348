#include "run/training/train.hpp"

#include <alcole/version.hpp>

#include "run/training/examine.hpp"
#include "run/training/judge.hpp"
#include "run/training/theorem.hpp"
#include "run/training/tighten.hpp"

#include <cmath>
#include <stdexcept>

namespace alcole::run {
namespace {

namespace fs = std::filesystem;

ConstraintStatus verdict_of(const ConstraintOutcome& constraint) {
    if (!is_met(constraint.train, constraint.bound)) return ConstraintStatus::not_met;
    const bool broken = constraint.test && !is_met(*constraint.test, constraint.bound);
    return broken ? ConstraintStatus::met_in_training : ConstraintStatus::met;
}

/// A tenth of the bound at this price, against the objective.
bool matters(double multiplier, double bound, double objective) {
    constexpr double negligible = 1e-6;
    return multiplier * std::max(std::abs(bound), 1e-12) > negligible * std::max(std::abs(objective), 1e-3);
}

/// The search that the run file asks for, aiming at a certificate or not.
Tightened search(const Config& config, const Source& source, const Task& task, const Watch& watch, const Warm* warm,
                 std::size_t threads) {
    if (source.apart) return find_certifiable(config, task, source.apart->num_rows, watch, warm, threads);
    return {.answer = find_model(config, task, watch, warm, threads)};
}

void fill_constraints(const Task& task, const Tightened& found, const Judgement& train,
                      const std::optional<Judgement>& test, Outcome& outcome) {
    const Answer& answer = found.answer;
    for (std::size_t i = 0; i < task.learning.constraints.size(); ++i) {
        const auto& risk = task.learning.constraints[i];
        ConstraintOutcome constraint{.name = risk.name,
                                     .kind = risk.kind,
                                     .bound = risk.bound,
                                     .at_least = risk.at_least,
                                     .multiplier = answer.summary.lambda[i]};
        constraint.binding = matters(constraint.multiplier, risk.bound, train.side.objective);
        constraint.train = train.constraints[i].value();
        if (!found.bounds.empty()) constraint.tightened = found.bounds[i];
        if (test) constraint.test = test->constraints[i];
        constraint.verdict = verdict_of(constraint);
        outcome.constraints.push_back(std::move(constraint));
    }
}

Outcome facts_of(const Config& config, const Source& source, const Task& task, const Answer& answer) {
    Outcome outcome{.status = answer.summary.status,
                    .message = answer.summary.message,
                    .seconds = answer.seconds,
                    .data_file = fs::path(config.data.file).filename().string(),
                    .training_hash = training_hash(config, source),
                    .target = config.data.target,
                    .task = task.schema.target.task,
                    .where = config.data.where,
                    .protected_columns = config.data.protected_columns,
                    .model = task.learning.model,
                    .weights = answer.theta.size(),
                    .method = config.solve.options.method,
                    .iterate = answer.choice,
                    .at_ceiling = answer.summary.at_ceiling,
                    .seed = config.solve.options.seed,
                    .version = std::string(version),
                    .instruction_set = std::string(tabular::instruction_set()),
                    .distinct_points = answer.distinct_points};
    if (answer.choice != Iterate::last) outcome.last_objective = answer.summary.risks[0];
    if (task.schema.target.task == tabular::Task::binary) outcome.positive = task.schema.target.classes[1];
    for (const auto& feature : task.schema.features) outcome.features.push_back(feature.column);
    outcome.run_toml = text_without_folders(pinned(config, source));
    return outcome;
}

model_file::ModelFile model_of(const Config& config, const Source& source, const Task& task, const Answer& answer,
                               const Outcome& outcome) {
    return {.schema = task.schema,
            .model = task.learning.model,
            .theta = answer.theta,
            .merges = source.merges,
            .constraints = task.learning.constraints,
            .protected_columns = config.data.protected_columns,
            .reading = read_options(config.data),
            .l2 = task.learning.l2,
            .training_hash = outcome.training_hash,
            .run_toml = outcome.run_toml,
            .certificate = {},
            .version = outcome.version};
}

}  // namespace

std::optional<Trained> train(const Config& config, const Source& source, const Task& task, const Watch& watch,
                             const Warm* warm, std::size_t threads) {
    const Tightened found = search(config, source, task, watch, warm, threads);
    const Answer& answer = found.answer;
    if (answer.summary.status == Status::interrupted) return std::nullopt;
    if (answer.summary.status == Status::not_finite)
        throw std::runtime_error("training broke off: " + answer.summary.message +
                                 "; are there extreme values in a column, or is solve.stochastic.rate too large?");
    const Deployed deployed{task.schema, task.learning, answer.theta, config.data.protected_columns};
    Judgement train_side = judge(deployed, task.train, threads);
    std::optional<Judgement> test_side;
    if (task.test) test_side = judge(deployed, *task.test, threads);

    Trained trained{
        .outcome = facts_of(config, source, task, answer), .warm = answer.warm, .standing = answer.standing};
    Outcome& outcome = trained.outcome;
    fill_constraints(task, found, train_side, test_side, outcome);
    outcome.train = std::move(train_side.side);
    outcome.notes = source.notes;
    outcome.notes.insert(outcome.notes.end(), task.notes.begin(), task.notes.end());
    if (test_side) {
        outcome.test = std::move(test_side->side);
        for (const auto& note : test_side->notes) outcome.notes.push_back("on the held-out rows " + note);
    }
    outcome.residuals = {.stationarity = answer.summary.stationarity,
                         .violation = answer.summary.violation,
                         .complementarity = answer.summary.complementarity};
    outcome.trace = answer.trace;
    outcome.clashes = answer.clashes;
    outcome.conflict = answer.conflict;
    if (watch.examine) {
        const Task searched = with_bounds(task, found.bounds);
        outcome.optimality =
            examine_briefly({searched, answer.theta, answer.summary.lambda, answer.trace, answer.standing}, threads);
        const auto& second = outcome.optimality->second_order;
        outcome.theorem = theorem_of(config, searched, answer, second ? second->alpha_min_in_box : std::nullopt);
    }
    trained.model = model_of(config, source, task, answer, outcome);
    if (source.apart) {  // the one time that these rows are looked at
        outcome.certificate =
            certify::certify(trained.model, *source.apart, config.certify.delta(), config.certify.family, threads);
        trained.model.certificate = certify::to_json(*outcome.certificate);
        if (!outcome.certificate->all_certified() && !found.unlikely.empty())
            outcome.notes.push_back(
                "with " + std::to_string(source.apart->num_rows) + " rows held apart, a certificate for '" +
                found.unlikely.front() +
                "' was not to be expected; hold more rows apart (certify.share) or loosen its bound");
    }
    return trained;
}

}  // namespace alcole::run
