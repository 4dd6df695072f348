#include "learning/training/train.hpp"

#include <alcole/tabular/calibrate.hpp>

#include "base/text.hpp"
#include "learning/training/examine.hpp"
#include "learning/training/facts.hpp"
#include "learning/training/find_model.hpp"
#include "learning/training/giving_way.hpp"
#include "learning/training/judge.hpp"
#include "learning/training/openings.hpp"
#include "learning/training/row_prices.hpp"
#include "learning/training/theorem.hpp"
#include "learning/training/tighten.hpp"

#include <algorithm>
#include <stdexcept>

namespace alcole::learning {
namespace {

/// In terms of a run file; the solver's own message is addressed to authors of problems.
std::string training_failed(const NotFinite& found) {
    std::string what = "a risk or its gradient";
    if (found.what == NotFinite::What::gradient) what = "the gradient";
    if (found.what == NotFinite::What::risk)
        what = found.constraint.empty() ? "the objective" : base::quoted(found.constraint);
    return "training failed: " + what + " is not a finite number after " +
           base::plural(static_cast<std::size_t>(found.steps), "step") +
           "; is a bound almost 0, does a column hold an extreme value, or is solve.stochastic.rate too large?";
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
    const TrainingTask& task = problems.task();
    if (task.minimised()) return Judge(task.train, task.judged_goal(), task.shape, problems.context());
    return Judge(problems.get<float>());
}

/// Whether to train without the constraints too, after this answer.
bool is_wanted(CostChoice choice, const TrainingTask& task, const Answer& answer) {
    if (choice != CostChoice::automatic) return choice == CostChoice::always;
    constexpr std::size_t many_rows = 100000;  // beyond, its time and the memory for its plan would be noticed
    const bool batches = !answer.trace.empty() && answer.trace.front().regime == Regime::stochastic;
    return task.train.num_rows() <= many_rows && (task.shape.trees || !batches);
}

bool interrupted(const Answer& answer) { return answer.summary.status == Status::interrupted; }

}  // namespace

Trainer::Trainer(const Config& config, const Source& source, TrainingTask task, const Context& context)
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

std::optional<Trained> Trainer::train(const TrainOptions& options, const WarmStart* warm) {
    return train(task_.goal.bounds(), config_.solve, options, warm);
}

Answer Trainer::find(const std::vector<double>& bounds, const SolveConfig& solve, const TrainOptions& options,
                     const WarmStart* warm) {
    if (task_.certify)
        return find_certifiable(solve, problems_, certificate_plan(config_.certify, task_), options.checkpointing,
                                warm);
    Answer answer = find_model(solve, problems_, bounds, options.checkpointing, warm);
    if (task_.soft()) loosen_to_reached(problems_, answer);
    return answer;
}

std::optional<Trained> Trainer::train(const std::vector<double>& asked, const SolveConfig& solve,
                                      const TrainOptions& options, const WarmStart* warm) {
    task_.goal.set_bounds(asked);
    problems_.set_clock(options.seconds);
    config_.solve = solve;
    Answer answer = find(asked, solve, options, warm);
    // A constraint that gave way is judged by its loosened bound.
    const bool gave_way = task_.soft() && !interrupted(answer);
    task_.goal.set_bounds(gave_way || task_.minimised() ? answer.bounds : asked);
    if (interrupted(answer)) {
        keep(answer);
        return std::nullopt;
    }
    if (answer.summary.status == Status::not_finite)
        throw std::runtime_error(training_failed(answer.summary.ending.not_finite.value_or(NotFinite{})));
    // Before the rows of a certificate are opened: an interrupted search can be gone on with, an opening cannot.
    std::optional<Answer> unconstrained;
    if (options.unconstrained) unconstrained = find_unconstrained(answer, solve, options.checkpointing);
    if (unconstrained && interrupted(*unconstrained)) {
        keep(answer);
        return std::nullopt;
    }
    Deployed deployed = deploy(std::move(answer));
    Outcome outcome = judge(deployed);
    for (std::size_t i = 0; gave_way && i < asked.size(); ++i)
        if (deployed.answer.bounds[i] != asked[i]) outcome.constraints[i].asked = asked[i];
    add_notes_on_search(config_, task_, asked, deployed.answer, deployed.shape, outcome);
    if (unconstrained) add_unconstrained(*unconstrained, outcome);
    if (options.examine) add_examination(deployed.answer, outcome);
    return trained(std::move(deployed), std::move(outcome));
}

/// Calibrates and certifies, as far as requested. If the tightened model fails its certificate, the one found without
/// tightening is kept.
Trainer::Deployed Trainer::deploy(Answer answer) const {
    Deployed deployed{.shape = deployed_shape(answer)};
    auto& certificate = deployed.certificate;
    if (task_.certify) certificate = certified(answer, deployed.shape);
    if (certificate && answer.untightened && !kept_its_promise(*certificate, answer.unlikely)) {
        certificate->of_tighter_search = true;
        answer = Answer(*answer.untightened);
        deployed.shape = deployed_shape(answer);
    }
    deployed.answer = std::move(answer);
    return deployed;
}

Outcome Trainer::judge(Deployed& deployed) {
    Answer& answer = deployed.answer;
    const auto& protected_columns = config_.data.protected_columns;
    if (context_.wants_progress()) context_.report({.stage = "judging the model"});
    Judgement train_side = judged(on_train_, task_.train, answer, deployed.shape, protected_columns);
    std::optional<Judgement> test_side;
    if (on_test_) test_side = judged(*on_test_, *task_.test, answer, deployed.shape, protected_columns);

    Outcome outcome = facts_of(config_, source_, task_, answer, deployed.shape);
    fill_constraints(task_, answer, train_side, test_side, outcome);
    if (!answer.row_prices.empty()) {
        tabular::LearningProblem<float> problem(task_.train, task_.judged_goal(), deployed.shape, context_);
        report_row_prices(std::move(answer.row_prices), problem, answer.theta, task_.row_numbers, outcome);
    }
    outcome.notes = notes_of(source_, task_, test_side);
    outcome.train = std::move(train_side.side);
    if (test_side) outcome.test = std::move(test_side->side);
    if (deployed.shape.trees)
        outcome.importance =
            tabular::importance_of(task_.train, answer.theta, protected_columns, task_.goal.weights, context_);
    return outcome;
}

/// The examination is about weights, so trees are not examined.
void Trainer::add_examination(const Answer& answer, Outcome& outcome) {
    if (task_.each_row()) {
        outcome.notes.push_back({.kind = Note::Kind::unexamined_rows});
    } else if (task_.minimised()) {
        outcome.notes.push_back({.kind = Note::Kind::unexamined_bound});
    } else if (!task_.shape.trees) {
        const double limit = config_.solve.options.max_seconds;
        outcome.optimality =
            examine_briefly({problems_, answer.bounds, answer.theta, answer.summary.lambda, answer.trace, answer.search,
                             limit > 0 ? limit - problems_.seconds() : forever});
        if (!outcome.optimality) outcome.notes.push_back({.kind = Note::Kind::unexamined_time});
        const bool seen = outcome.optimality && outcome.optimality->second_order;
        outcome.theorem = theorem_of(config_.solve.options.method, task_, answer,
                                     seen ? outcome.optimality->second_order->alpha_min_in_box : std::nullopt);
    }
}

Trained Trainer::trained(Deployed deployed, Outcome outcome) const {
    Answer& answer = deployed.answer;
    TrainedModel model = model_of(config_, source_, task_, answer, outcome);
    outcome.certificate = std::move(deployed.certificate);
    if (outcome.certificate && !outcome.certificate->of_tighter_search)
        model.certificate = certify::to_json(*outcome.certificate);
    if (outcome.certificate && !outcome.certificate->all_certified() && !answer.unlikely.empty())
        outcome.notes.push_back({.kind = Note::Kind::unlikely_certificate,
                                 .names = {answer.unlikely.front()},
                                 .numbers = {static_cast<double>(task_.certify->num_rows())}});
    return {{.model = std::move(model), .outcome = std::move(outcome), .search = std::move(answer.search)},
            std::move(answer.warm)};
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
    TrainingTask task = task_;
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
    for (std::size_t i = 0; i < risks.size(); ++i) {
        outcome.constraints[i].unconstrained = risks[i].value().risk;
        outcome.constraints[i].unconstrained_fraction = risks[i]->fraction;
    }
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
