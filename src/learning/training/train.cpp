#include "learning/training/train.hpp"

#include <alcole/tabular/calibrate.hpp>
#include <alcole/version.hpp>

#include "base/text.hpp"
#include "learning/config/paths.hpp"
#include "learning/training/examine.hpp"
#include "learning/training/judge.hpp"
#include "learning/training/openings.hpp"
#include "learning/training/row_prices.hpp"
#include "learning/training/soften.hpp"
#include "learning/training/theorem.hpp"
#include "learning/training/tighten.hpp"

#include <algorithm>
#include <stdexcept>

namespace alcole::learning {
namespace {

/// In terms of a run file; the solver's own message is addressed to authors of problems.
std::string broke_off(const NotFinite& found) {
    std::string what = "a risk or its gradient";
    if (found.what == NotFinite::What::gradient) what = "the gradient";
    if (found.what == NotFinite::What::risk)
        what = found.constraint.empty() ? "the objective" : base::quoted(found.constraint);
    return "training failed: " + what + " is not a finite number after " +
           base::plural(static_cast<std::size_t>(found.steps), "step") +
           "; is a bound almost 0, does a column hold an extreme value, or is solve.stochastic.rate too large?";
}

namespace fs = std::filesystem;

void fill_constraints(const Task& task, const Answer& answer, const Judgement& train,
                      const std::optional<Judgement>& test, Outcome& outcome) {
    for (std::size_t i = 0; i < task.goal.constraints.size(); ++i) {
        const auto& risk = task.goal.constraints[i];
        ConstraintOutcome constraint{.name = risk.name,
                                     .kind = risk.kind,
                                     .bound = risk.bound,
                                     .at_least = risk.at_least,
                                     .stated = risk.stated,
                                     .multiplier = answer.summary.lambda[i]};
        constraint.binding = binds(constraint.multiplier, risk.bound, train.side.objective);
        constraint.train = train.constraints[i].value();
        if (task.certify) constraint.tightened = answer.bounds[i];
        if (test) constraint.test = test->constraints[i];
        constraint.verdict =
            verdict_on(constraint.train.slack, constraint.test ? std::optional(constraint.test->slack) : std::nullopt,
                       constraint.bound);
        outcome.constraints.push_back(std::move(constraint));
    }
}

/// `shape`: that of the task, with the calibration if there is one.
Outcome facts_of(const Config& config, const Source& source, const Task& task, const Answer& answer,
                 const tabular::Model& shape) {
    Outcome outcome{.status = answer.summary.status,
                    .ending = answer.ending,
                    .seconds = answer.seconds,
                    .data_file = fs::path(shown_name(config.data.file)).filename().string(),
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
    if (ends_well(answer, task)) outcome.status = Status::settled;
    if (answer.choice != Iterate::last) outcome.last_objective = answer.summary.risks[0];
    if (task.schema().target.task == tabular::Task::binary) outcome.positive = task.schema().target.classes[1];
    for (const auto& feature : task.schema().features) outcome.features.push_back(feature.column);
    if (!config.data.file.empty()) outcome.run_toml = text_without_folders(pinned(config, source));
    return outcome;
}

learning::TrainedModel model_of(const Config& config, const Source& source, const Task& task, const Answer& answer,
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

/// Observations made along the way, in order.
std::vector<Note> notes_of(const Source& source, const Task& task, const std::optional<Judgement>& test) {
    std::vector<Note> notes = source.notes;
    notes.insert(notes.end(), task.notes.begin(), task.notes.end());
    if (test)
        for (const auto& note : test->notes) notes.emplace_back(note).held_out = true;
    return notes;
}

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

/// Bounds on rates are bounds on decisions, so calibration must not change decisions.
tabular::Decisions decisions_of(const Task& task) {
    const auto of_rates = [](const tabular::RiskDefinition& risk) {
        return std::ranges::any_of(risk.terms, [](const tabular::Term& term) { return term.is_rate(); });
    };
    return std::ranges::any_of(task.goal.constraints, of_rates) ? tabular::Decisions::stay
                                                                : tabular::Decisions::may_move;
}

/// Whether and how the model was calibrated.
Note note_on(const Task& task, tabular::Calibration how, const tabular::Model& shape) {
    const auto rows = static_cast<double>(task.calibrate->num_rows());
    if (!shape.calibration) return {.kind = Note::Kind::not_calibrated, .numbers = {rows}};
    const bool stay =
        decisions_of(task) == tabular::Decisions::stay && task.schema().target.task == tabular::Task::binary;
    return {
        .kind = Note::Kind::calibrated, .names = {std::string(to_string(how))}, .numbers = {rows, stay ? 1.0 : 0.0}};
}

/// True if every constraint that was expected to be certified is certified.
bool kept_its_promise(const certify::Certificate& certificate, const std::vector<std::string>& unlikely) {
    return std::ranges::all_of(certificate.constraints, [&](const certify::ConstraintCertificate& constraint) {
        return constraint.verdict == certify::Verdict::certified ||
               std::ranges::find(unlikely, constraint.name) != unlikely.end();
    });
}

/// Judges in single precision, in which models are deployed. A problem with a minimised bound cannot be shared with the
/// judge, whose bounds are all given.
Judge judge_of(Problems& problems) {
    const Task& task = problems.task();
    if (task.minimised()) return Judge(task.train, task.judged_goal(), task.shape, problems.context());
    return Judge(problems.get<float>());
}

/// Whether to train without the constraints too, after this answer.
bool is_wanted(CostChoice choice, const Task& task, const Answer& answer) {
    if (choice != CostChoice::automatic) return choice == CostChoice::always;
    constexpr std::size_t many_rows = 100000;  // beyond, its time and the memory for its plan would be noticed
    const bool batches = !answer.trace.empty() && answer.trace.front().regime == Regime::stochastic;
    return task.train.num_rows() <= many_rows && (task.shape.trees || !batches);
}

/// The bound that was found by minimising it.
std::optional<Note> note_on_minimised(const Task& task, const std::vector<double>& bounds) {
    Note note{.kind = Note::Kind::least_bound};
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        if (!task.goal.constraints[i].minimise) continue;
        note.names.push_back(task.goal.constraints[i].name);
        note.numbers = {bounds[i]};
    }
    return note.names.empty() ? std::nullopt : std::optional(note);
}

}  // namespace

Trainer::Trainer(const Config& config, const Source& source, Task task, const Context& context)
    : config_(config),
      source_(source),
      task_(std::move(task)),
      context_(context),
      problems_(task_, context_),
      on_train_(judge_of(problems_)) {
    if (context_.wants_progress())
        context_.report({.stage = "preparing " + std::to_string(task_.train.num_rows()) + " rows"});
    if (task_.test) on_test_.emplace(*task_.test, task_.judged_goal(), task_.shape, context_);
}

std::optional<Trained> Trainer::train(const TrainOptions& options, const Warm* warm) {
    return train(task_.goal.bounds(), config_.solve, options, warm);
}

Answer Trainer::find(const std::vector<double>& bounds, const SolveConfig& solve, const TrainOptions& options,
                     const Warm* warm) {
    if (task_.certify)
        return find_certifiable(solve, problems_, certificate_plan(config_.certify, task_), options.checkpointing,
                                warm);
    if (any_is_soft(task_)) return find_softened(solve, problems_, bounds, options.checkpointing, warm);
    return find_model(solve, problems_, bounds, options.checkpointing, warm);
}

std::optional<Trained> Trainer::train(const std::vector<double>& asked, const SolveConfig& solve,
                                      const TrainOptions& options, const Warm* warm) {
    task_.goal.set_bounds(asked);
    problems_.set_clock(options.seconds);
    config_.solve = solve;
    Answer answer = find(asked, solve, options, warm);
    const bool gave_way = any_is_soft(task_) && answer.summary.status != Status::interrupted;
    const std::vector<double> bounds = gave_way || task_.minimised() ? answer.bounds : asked;
    task_.goal.set_bounds(bounds);  // a constraint that gave way is judged by its loosened bound
    if (answer.summary.status == Status::interrupted) {
        keep(answer);
        return std::nullopt;
    }
    if (answer.summary.status == Status::not_finite)
        throw std::runtime_error(broke_off(answer.summary.ending.not_finite.value_or(NotFinite{})));
    // Before the rows of a certificate are opened: an interrupted search can be gone on with, an opening cannot.
    std::optional<Answer> unconstrained;
    if (options.unconstrained) unconstrained = find_unconstrained(answer, solve, options.checkpointing);
    if (unconstrained && unconstrained->summary.status == Status::interrupted) {
        keep(answer);
        return std::nullopt;
    }
    tabular::Model shape = deployed_shape(answer);
    std::optional<certify::Certificate> certificate;
    if (task_.certify) certificate = certified(answer, shape);
    // If the tightened model fails its certificate, the one found without tightening is kept.
    if (certificate && answer.untightened && !kept_its_promise(*certificate, answer.unlikely)) {
        certificate->of_tighter_search = true;
        answer = Answer(*answer.untightened);
        shape = deployed_shape(answer);
    }
    const auto& protected_columns = config_.data.protected_columns;
    if (context_.wants_progress()) context_.report({.stage = "judging the model"});
    Judgement train_side = judged(on_train_, task_.train, answer, shape, protected_columns);
    std::optional<Judgement> test_side;
    if (on_test_) test_side = judged(*on_test_, *task_.test, answer, shape, protected_columns);

    Trained trained{{.outcome = facts_of(config_, source_, task_, answer, shape), .standing = answer.standing},
                    answer.warm};
    Outcome& outcome = trained.outcome;
    fill_constraints(task_, answer, train_side, test_side, outcome);
    if (!answer.row_prices.empty()) {
        tabular::LearningProblem<float> problem(task_.train, task_.judged_goal(), shape, context_);
        report_row_prices(std::move(answer.row_prices), problem, answer.theta, task_.row_numbers, outcome);
    }
    outcome.train = std::move(train_side.side);
    if (test_side) outcome.test = std::move(test_side->side);
    outcome.residuals = {.stationarity = answer.summary.stationarity,
                         .violation = answer.summary.violation,
                         .complementarity = answer.summary.complementarity};
    outcome.trace = answer.trace;
    outcome.clashes = answer.clashes;
    outcome.conflict = answer.conflict;
    if (shape.trees)
        outcome.importance = tabular::importance_of(task_.train, answer.theta, config_.data.protected_columns,
                                                    task_.goal.weights, context_);
    outcome.notes = notes_of(source_, task_, test_side);
    for (auto& note : notes_on_softened(task_, asked, answer))
        if (gave_way) outcome.notes.push_back(std::move(note));
    if (!answer.starts.empty()) outcome.notes.push_back(note_on(answer.starts, answer.objective));
    if (task_.calibrate) outcome.notes.push_back(note_on(task_, config_.model.calibrate, shape));
    if (const auto note = note_on_minimised(task_, bounds)) outcome.notes.push_back(*note);
    if (unconstrained) add_unconstrained(*unconstrained, outcome);
    if (options.examine && task_.each_row())
        outcome.notes.push_back({.kind = Note::Kind::unexamined_rows});
    else if (options.examine && task_.minimised())
        outcome.notes.push_back({.kind = Note::Kind::unexamined_bound});
    else if (options.examine && !task_.shape.trees) {  // the examination is about weights
        const double limit = solve.options.max_seconds;
        outcome.optimality =
            examine_briefly({problems_, answer.bounds, answer.theta, answer.summary.lambda, answer.trace,
                             answer.standing, limit > 0 ? limit - problems_.seconds() : forever});
        if (!outcome.optimality) outcome.notes.push_back({.kind = Note::Kind::unexamined_time});
        const bool seen = outcome.optimality && outcome.optimality->second_order;
        outcome.theorem = theorem_of(solve.options.method, task_, answer,
                                     seen ? outcome.optimality->second_order->alpha_min_in_box : std::nullopt);
    }
    trained.model = model_of(config_, source_, task_, answer, outcome);
    outcome.certificate = std::move(certificate);
    if (outcome.certificate && !outcome.certificate->of_tighter_search)
        trained.model.certificate = certify::to_json(*outcome.certificate);
    if (outcome.certificate && !outcome.certificate->all_certified() && !answer.unlikely.empty())
        outcome.notes.push_back({.kind = Note::Kind::unlikely_certificate,
                                 .names = {answer.unlikely.front()},
                                 .numbers = {static_cast<double>(task_.certify->num_rows())}});
    return trained;
}

void Trainer::keep(const Answer& answer) {
    if (answer.theta.empty()) return;
    so_far_ =
        model_of(config_, source_, task_, answer, facts_of(config_, source_, task_, answer, deployed_shape(answer)));
}

Judgement Trainer::judged(Judge& as_trained, const tabular::Dataset& rows, const Answer& answer,
                          const tabular::Model& shape, const std::vector<std::string>& protected_columns) const {
    const std::vector<double> bounds = task_.goal.bounds();
    if (!shape.calibration) return as_trained.judge(answer.theta, bounds, protected_columns);
    return Judge(rows, task_.judged_goal(), shape, context_).judge(answer.theta, bounds, protected_columns);
}

std::optional<Answer> Trainer::find_unconstrained(const Answer& answer, const SolveConfig& solve,
                                                  const Checkpointing& checkpointing) const {
    const bool enforced = !task_.goal.constraints.empty() && solve.options.method != Method::unconstrained;
    if (!enforced || task_.minimised()) return std::nullopt;  // a bound that is minimised is the objective itself
    if (!is_wanted(solve.cost_of_constraints, task_, answer)) return std::nullopt;
    const double limit = solve.options.max_seconds;
    if (limit > 0 && problems_.seconds() >= limit) return Answer{.summary = {.status = Status::time_limit}};
    Task task = task_;
    task.goal.constraints.clear();
    Problems problems(task, context_);
    problems.set_clock(problems_.seconds());
    return find_model(solve, problems, {}, checkpointing.beside("unconstrained"), nullptr, "without constraints");
}

void Trainer::add_unconstrained(const Answer& found, Outcome& outcome) {
    const Status status = found.summary.status;
    if (status == Status::time_limit) outcome.notes.push_back({.kind = Note::Kind::unknown_cost});
    if (status == Status::time_limit || status == Status::not_finite) return;
    const tabular::Model shape = deployed_shape(found);
    const auto side_of = [&](Judge& judge, const tabular::Dataset& rows, Side& side) {
        Judgement judgement = judged(judge, rows, found, shape, {});
        side = std::move(judgement.side);
        side.baseline.reset();
        return std::move(judgement.constraints);
    };
    Unconstrained& unconstrained = outcome.unconstrained.emplace(Unconstrained{.status = status});
    const auto risks = side_of(on_train_, task_.train, unconstrained.train);
    for (std::size_t i = 0; i < risks.size(); ++i) outcome.constraints[i].unconstrained = risks[i].value().risk;
    if (on_test_) side_of(*on_test_, *task_.test, unconstrained.test.emplace());
}

tabular::Model Trainer::deployed_shape(const Answer& answer) const {
    tabular::Model shape = task_.shape;
    if (!task_.calibrate) return shape;
    const auto scores = tabular::scores_of<float>(*task_.calibrate, shape, std::span(answer.theta), context_);
    shape.calibration = tabular::calibrate(config_.model.calibrate, task_.schema(), task_.calibrate->table(), scores,
                                           decisions_of(task_));
    return shape;
}

/// The only use of these rows.
certify::Certificate Trainer::certified(const Answer& answer, const tabular::Model& shape) const {
    const TrainedModel model =
        model_of(config_, source_, task_, answer, facts_of(config_, source_, task_, answer, shape));
    const auto plan = certificate_plan(config_.certify, task_);
    const auto shares = certify::planned_shares(model, model.goal.constraints, task_.train, plan, context_);
    auto certificate = certify::certify(model, *task_.certify, plan.delta, shares, plan.family, context_);
    if (!source_.ledger.empty()) {
        certify::Opening opening = opening_of(config_, source_);
        opening.model = fingerprint(model);
        certify::Ledger(source_.ledger).open(opening);
    }
    return certificate;
}

}  // namespace alcole::learning
