#include "learning/training/train.hpp"

#include <alcole/tabular/calibrate.hpp>
#include <alcole/version.hpp>

#include "base/text.hpp"
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

/// `shape` is that of the task, or that with a calibration.
Outcome facts_of(const Config& config, const Source& source, const Task& task, const Answer& answer,
                 const tabular::Model& shape) {
    Outcome outcome{.status = answer.summary.status,
                    .message = answer.summary.message,
                    .seconds = answer.seconds,
                    .data_file = fs::path(config.data.file).filename().string(),
                    .training_hash = config.data.file.empty() ? "" : training_hash(config, source),
                    .target = config.data.target,
                    .task = task.schema().target.task,
                    .where = config.data.where,
                    .protected_columns = config.data.protected_columns,
                    .model = shape,
                    .weights = answer.theta.size(),
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

/// What was noticed on the way, in the order it was.
std::vector<std::string> notes_of(const Source& source, const Task& task, const std::optional<Judgement>& test) {
    std::vector<std::string> notes = source.notes;
    notes.insert(notes.end(), task.notes.begin(), task.notes.end());
    if (test)
        for (const auto& note : test->notes) notes.push_back("on the held-out rows " + note);
    return notes;
}

/// What several starts came to.
std::string said_of(const std::vector<StartEnd>& starts, double kept) {
    const auto [low, high] = std::ranges::minmax(starts, {}, &StartEnd::objective);
    const auto met = std::ranges::count(starts, true, &StartEnd::met);
    const auto chosen = std::ranges::find(starts, kept, &StartEnd::objective);
    return std::to_string(starts.size()) + " starts ended at objectives between " +
           base::short_number(low.objective, 5) + " and " + base::short_number(high.objective, 5) + ", " +
           std::to_string(met) + " of them within all constraints; the best was kept" +
           (chosen == starts.end() ? "" : ", that of seed " + std::to_string(chosen->seed));
}

/// Bounds on rates are bounds on decisions, so a calibration leaves those alone.
tabular::Decisions decisions_of(const Task& task) {
    const auto of_rates = [](const tabular::RiskDefinition& risk) {
        return std::ranges::any_of(risk.terms, [](const tabular::Term& term) { return term.is_rate(); });
    };
    return std::ranges::any_of(task.goal.constraints, of_rates) ? tabular::Decisions::stay
                                                                : tabular::Decisions::may_move;
}

/// What became of a calibration.
std::string said_of(const Task& task, tabular::Calibration how, const tabular::Model& shape) {
    const std::string rows = std::to_string(task.calibrate->num_rows()) + " training rows kept from the search";
    const bool stay =
        decisions_of(task) == tabular::Decisions::stay && task.schema().target.task == tabular::Task::binary;
    return shape.calibration ? "its probabilities are calibrated (" + std::string(to_string(how)) + ") on " + rows +
                                   (stay ? ", each on its side of one half, so that rates are those of the search" : "")
                             : "its probabilities are not calibrated: on the " + rows +
                                   " for it, higher scores do not make a class likelier";
}

/// Every constraint is certified that was expected to be.
bool kept_its_promise(const certify::Certificate& certificate, const std::vector<std::string>& unlikely) {
    return std::ranges::all_of(certificate.constraints, [&](const certify::ConstraintCertificate& constraint) {
        return constraint.verdict == certify::Verdict::certified ||
               std::ranges::find(unlikely, constraint.name) != unlikely.end();
    });
}

/// Networks are searched in single precision, in which they are judged too.
Judge judge_of(Problems& problems) {
    const Task& task = problems.task();
    if (task.minimised()) return Judge(task.train, task.judged_goal(), task.shape, problems.context());
    return Judge(problems.get<float>());
}

/// What came of a bound that was searched for.
std::vector<std::string> said_of_minimised(const Task& task, const std::vector<double>& bounds) {
    std::vector<std::string> names;
    double found = 0;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        if (!task.goal.constraints[i].minimise) continue;
        names.push_back(base::quoted(task.goal.constraints[i].name));
        found = bounds[i];
    }
    if (names.empty()) return {};
    return {"the least bound that " + names.front() +
            (names.size() > 1 ? " and " + std::to_string(names.size() - 1) + " more" : "") + " can be held to is " +
            base::short_number(found, 5)};
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
    task_.goal.set_bounds(bounds);  // what gave way is judged by what it came to
    if (answer.summary.status == Status::interrupted) {
        if (!answer.theta.empty() && !answer.trace.empty())  // before its first dual step no constraint has had a say
            so_far_ = model_of(config_, source_, task_, answer,
                               facts_of(config_, source_, task_, answer, deployed_shape(answer)));
        return std::nullopt;
    }
    if (answer.summary.status == Status::not_finite)
        throw std::runtime_error("training broke off: " + answer.summary.message +
                                 "; are there extreme values in a column, or is solve.stochastic.rate too large?");
    tabular::Model shape = deployed_shape(answer);
    std::optional<certify::Certificate> certificate;
    if (task_.certify) certificate = certified(answer, shape);
    if (certificate && answer.untightened && !kept_its_promise(*certificate, answer.unlikely)) {
        certificate->of_tighter_search = true;
        answer = Answer(*answer.untightened);
        shape = deployed_shape(answer);
    }
    const auto& protected_columns = config_.data.protected_columns;
    if (context_.wants_progress()) context_.report({.stage = "judging the model"});
    const auto judged = [&](Judge& as_trained, const tabular::Dataset& rows) {
        if (!shape.calibration) return as_trained.judge(answer.theta, bounds, protected_columns);
        return Judge(rows, task_.judged_goal(), shape, context_).judge(answer.theta, bounds, protected_columns);
    };
    Judgement train_side = judged(on_train_, task_.train);
    std::optional<Judgement> test_side;
    if (on_test_) test_side = judged(*on_test_, *task_.test);

    Trained trained{{.outcome = facts_of(config_, source_, task_, answer, shape), .standing = answer.standing},
                    answer.warm};
    Outcome& outcome = trained.outcome;
    fill_constraints(task_, answer, train_side, test_side, outcome);
    if (!answer.row_prices.empty()) {
        tabular::LearningProblem<float> problem(task_.train, task_.judged_goal(), shape, context_);
        tell_row_prices(std::move(answer.row_prices), problem, answer.theta, task_.row_numbers, outcome);
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
    for (auto& note : said_of_softened(task_, asked, answer))
        if (gave_way) outcome.notes.push_back(std::move(note));
    if (!answer.starts.empty()) outcome.notes.push_back(said_of(answer.starts, answer.objective));
    if (task_.calibrate) outcome.notes.push_back(said_of(task_, config_.model.calibrate, shape));
    for (auto& note : said_of_minimised(task_, bounds)) outcome.notes.push_back(std::move(note));
    if (options.examine && task_.each_row())
        outcome.notes.emplace_back("the answer was not examined: there is a constraint on every single row");
    else if (options.examine && task_.minimised())
        outcome.notes.emplace_back("the answer was not examined: a bound was searched for together with the weights");
    else if (options.examine && !task_.shape.trees) {  // its questions are about weights
        const double limit = solve.options.max_seconds;
        outcome.optimality =
            examine_briefly({problems_, answer.bounds, answer.theta, answer.summary.lambda, answer.trace,
                             answer.standing, limit > 0 ? limit - problems_.seconds() : forever});
        if (!outcome.optimality)
            outcome.notes.emplace_back("there was no time left to examine the answer; 'alcole examine' does");
        const bool seen = outcome.optimality && outcome.optimality->second_order;
        outcome.theorem = theorem_of(solve.options.method, task_, answer,
                                     seen ? outcome.optimality->second_order->alpha_min_in_box : std::nullopt);
    }
    trained.model = model_of(config_, source_, task_, answer, outcome);
    outcome.certificate = std::move(certificate);
    if (outcome.certificate && !outcome.certificate->of_tighter_search)
        trained.model.certificate = certify::to_json(*outcome.certificate);
    if (outcome.certificate && !outcome.certificate->all_certified() && !answer.unlikely.empty())
        outcome.notes.push_back("with " + std::to_string(task_.certify->num_rows()) +
                                " held-out rows, a certificate for '" + answer.unlikely.front() +
                                "' was unlikely; hold out more rows (certify.share) or loosen its bound");
    return trained;
}

tabular::Model Trainer::deployed_shape(const Answer& answer) const {
    tabular::Model shape = task_.shape;
    if (!task_.calibrate) return shape;
    const auto scores = tabular::scores_of<float>(*task_.calibrate, shape, std::span(answer.theta), context_);
    shape.calibration = tabular::calibrate(config_.model.calibrate, task_.schema(), task_.calibrate->table(), scores,
                                           decisions_of(task_));
    return shape;
}

/// The one time that these rows are used.
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
