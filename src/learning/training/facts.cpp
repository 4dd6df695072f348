#include "learning/training/facts.hpp"

#include <alcole/version.hpp>

#include "learning/config/paths.hpp"
#include "learning/training/giving_way.hpp"
#include "learning/training/make_task.hpp"
#include "learning/training/search.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

namespace alcole::learning {
namespace {

/// The results of several starts.
Note note_on(const std::vector<StartEnd>& starts, double kept) {
    const auto [low, high] = std::ranges::minmax(starts, {}, &StartEnd::objective);
    const auto met = std::ranges::count(starts, true, &StartEnd::met);
    const auto chosen = std::ranges::find(starts, kept, &StartEnd::objective);
    Note note{.kind = Note::Kind::several_starts,
              .numbers = {static_cast<double>(starts.size()), low.objective, high.objective, static_cast<double>(met)}};
    if (chosen != starts.end()) note.names = {std::to_string(chosen->seed)};
    return note;
}

/// Whether and how the model was calibrated.
Note note_on(const TrainingTask& task, tabular::Calibration how, const tabular::Model& shape) {
    const auto rows = static_cast<double>(task.calibrate->num_rows());
    if (!shape.calibration) return {.kind = Note::Kind::not_calibrated, .numbers = {rows}};
    const bool stay =
        decisions_of(task) == tabular::DecisionRule::stay && task.schema().target.task == tabular::Task::binary;
    return {
        .kind = Note::Kind::calibrated, .names = {std::string(to_string(how))}, .numbers = {rows, stay ? 1.0 : 0.0}};
}

/// The bound that was found by minimising it.
std::optional<Note> note_on_minimised(const TrainingTask& task) {
    Note note{.kind = Note::Kind::minimum_bound};
    for (const auto& risk : task.goal.constraints) {
        if (!risk.minimise) continue;
        note.names.push_back(risk.name);
        note.numbers = {risk.bound};
    }
    return note.names.empty() ? std::nullopt : std::optional(note);
}

}  // namespace

void fill_constraints(const TrainingTask& task, const Answer& answer, const Judgement& train,
                      const std::optional<Judgement>& test, Outcome& outcome) {
    for (std::size_t i = 0; i < task.goal.constraints.size(); ++i) {
        const auto& risk = task.goal.constraints[i];
        ConstraintOutcome constraint{
            .name = risk.name,
            .kind = risk.kind,
            .bound = risk.bound,
            .at_least = risk.at_least,
            .stated = risk.stated,
            .fraction_bound = risk.fraction ? std::optional(risk.fraction->bound) : std::nullopt,
            .other_side = risk.other_side,
            .price = risk.price,
            .multiplier = answer.summary.lambda[i]};
        constraint.binding = binds(constraint.multiplier, risk.bound, train.side.objective);
        constraint.train = train.constraints[i].value();
        if (const auto& by = constraint.train.denominator) constraint.fraction_multiplier = constraint.multiplier * *by;
        if (task.certify) constraint.tightened = answer.bounds[i];
        if (test) constraint.test = test->constraints[i];
        constraint.verdict =
            verdict_on(constraint.train.slack, constraint.test ? std::optional(constraint.test->slack) : std::nullopt,
                       constraint.bound);
        outcome.constraints.push_back(std::move(constraint));
    }
}

Outcome facts_of(const Config& config, const Source& source, const TrainingTask& task, const Answer& answer,
                 const tabular::Model& shape) {
    Outcome outcome{.status = answer.summary.status,
                    .ending = answer.ending,
                    .seconds = answer.seconds,
                    .data_file = std::filesystem::path(shown_name(config.data.file)).filename().string(),
                    .training_hash = config.data.file.empty() ? "" : training_hash(config, source),
                    .target = config.data.target,
                    .task = task.schema().target.task,
                    .where = config.data.where,
                    .protected_columns = config.data.protected_columns,
                    .model = shape,
                    .weights = answer.theta.size(),
                    .l2 = shape.trees ? std::nullopt : std::optional(task.goal.l2),
                    .method = config.solve.options.method,
                    .objective = task.goal.objective,
                    .iterate = answer.choice,
                    .at_ceiling = answer.summary.at_ceiling,
                    .seed = config.solve.options.seed,
                    .version = std::string(version),
                    .instruction_set = std::string(tabular::instruction_set()),
                    .distinct_points = answer.distinct_points};
    outcome.residuals = {.stationarity = answer.summary.stationarity,
                         .violation = answer.summary.violation,
                         .complementarity = answer.summary.complementarity};
    outcome.trace = answer.trace;
    outcome.clashes = answer.clashes;
    outcome.conflict = answer.conflict;
    if (ends_well(answer, task)) outcome.status = Status::settled;
    if (answer.choice != Iterate::last) outcome.last_objective = answer.summary.risks[0];
    if (task.schema().target.task == tabular::Task::binary) outcome.positive = task.schema().target.classes[1];
    for (const auto& feature : task.schema().features) outcome.features.push_back(feature.column);
    if (!config.data.file.empty()) outcome.run_toml = text_without_folders(pinned(config, source));
    return outcome;
}

TrainedModel model_of(const Config& config, const Source& source, const TrainingTask& task, const Answer& answer,
                      const Outcome& outcome) {
    return {.schema = task.schema(),
            .shape = outcome.model,
            .theta = answer.theta,
            .merges = source.merges,
            .goal = task.judged_goal(),
            .protected_columns = config.data.protected_columns,
            .reading = read_options(config.data),
            .training_hash = outcome.training_hash,
            .run_toml = outcome.run_toml,
            .certificate = {},
            .version = outcome.version};
}

std::vector<Note> notes_of(const Source& source, const TrainingTask& task, const std::optional<Judgement>& test) {
    std::vector<Note> notes = source.notes;
    notes.insert(notes.end(), task.notes.begin(), task.notes.end());
    if (test)
        for (const auto& note : test->notes) notes.emplace_back(note).held_out = true;
    return notes;
}

tabular::DecisionRule decisions_of(const TrainingTask& task) {
    const auto of_rates = [](const tabular::RiskDefinition& risk) {
        return std::ranges::any_of(risk.terms, [](const tabular::Term& term) { return term.is_rate(); });
    };
    return std::ranges::any_of(task.goal.constraints, of_rates) ? tabular::DecisionRule::stay
                                                                : tabular::DecisionRule::may_move;
}

void add_notes_on_search(const Config& config, const TrainingTask& task, const std::vector<double>& asked,
                         const Answer& answer, const tabular::Model& shape, Outcome& outcome) {
    for (auto& note : notes_on_giving_way(task, asked, answer)) outcome.notes.push_back(std::move(note));
    if (!answer.starts.empty()) outcome.notes.push_back(note_on(answer.starts, answer.objective));
    if (task.calibrate) outcome.notes.push_back(note_on(task, config.model.calibrate, shape));
    if (const auto note = note_on_minimised(task)) outcome.notes.push_back(*note);
}

}  // namespace alcole::learning
