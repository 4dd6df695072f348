#include "learning/training/find_model.hpp"

#include <alcole/alcole.hpp>

#include "experiment/jobs.hpp"
#include "learning/training/checkpoints.hpp"
#include "learning/training/choice.hpp"
#include "learning/training/clashes.hpp"
#include "learning/training/stages.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

namespace alcole::learning {
namespace {

using tabular::Goal;
using tabular::LearningProblem;

/// Tells the caller how it goes: of full batches after every step, of mini-batches, whose risks are noise, after every
/// dual step.
class Reporter {
  public:
    Reporter(const Context& context, const Goal& goal, const Options& options, const std::string& stage)
        : context_(context), goal_(goal), options_(options), stage_(stage) {}

    void on_step(const Step& step) {
        if (options_.regime == Regime::full) tell(step.iteration, step.risks);
    }
    void on_dual_step(const TraceRecord& record) {
        guess_left(record);
        tell(record.iteration, record.risks);
    }
    bool stop_requested() const { return context_.stop_requested(); }

  private:
    void tell(std::int64_t iteration, std::span<const double> risks) const {
        if (!context_.wants_progress()) return;
        Progress progress{.stage = stage_,
                          .unit = options_.regime == Regime::stochastic ? "epoch" : "step",
                          .done = iteration + 1,
                          .objective = risks[0],
                          .seconds = seconds(),
                          .left = left_};
        for (std::size_t i = 0; i < goal_.constraints.size(); ++i) {
            const double slack = risks[i + 1] / std::max(std::abs(goal_.constraints[i].bound), 1e-12);
            if (progress.worst && slack <= *progress.worst) continue;
            progress.worst = slack;
            progress.worst_name = goal_.constraints[i].name;
        }
        context_.report(progress);
    }

    /// Of mini-batches: the epochs that remain. Of full batches: residuals fall about geometrically, so what is left of
    /// their logarithm at the speed so far.
    void guess_left(const TraceRecord& record) {
        const double now = record.seconds;
        if (options_.regime == Regime::stochastic) {
            const double share = static_cast<double>(record.iteration + 1) /
                                 static_cast<double>(std::max<std::int64_t>(1, options_.stochastic.max_epochs));
            left_ = share < 1 ? now * (1 / share - 1) : 0;
            return;
        }
        const double tolerance = options_.tolerance.stationarity > 0 ? options_.tolerance.stationarity : 1e-7;
        const double residual = std::log(std::max(1.0, record.stationarity / (tolerance * 0.1)));
        if (first_ < 0) {
            first_ = residual;
            begun_ = now;
        }
        left_.reset();
        if (residual < first_ && now > begun_) left_ = residual * (now - begun_) / (first_ - residual);
    }

    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

    const Context& context_;
    const Goal& goal_;
    const Options& options_;
    const std::string& stage_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::optional<double> left_;
    double first_ = -1;
    double begun_ = 0;
};

void append_trace(std::vector<TraceRow>& trace, const std::vector<TraceRecord>& records, Regime regime,
                  double seconds_before) {
    for (const auto& record : records)
        trace.push_back({.iteration = static_cast<std::int64_t>(trace.size()),
                         .regime = regime,
                         .steps = record.steps,
                         .seconds = seconds_before + record.seconds,
                         .objective = record.risks[0],
                         .slack = {record.risks.begin() + 1, record.risks.end()},
                         .multiplier = record.lambda,
                         .stationarity = record.stationarity});
}

template <class T>
State<T> first_state(const LearningProblem<T>& problem, std::uint64_t seed, const Warm* warm) {
    if (warm == nullptr) return {.theta = problem.start(seed)};
    State<T> state{.theta = {warm->theta.begin(), warm->theta.end()}};
    state.dual.lambda = warm->lambda;
    state.dual.alpha = warm->alpha;
    return state;
}

/// No rate is below 0 or above 1.
double possible(const tabular::RiskDefinition& risk, double bound) {
    const bool is_rate =
        risk.kind != tabular::ConstraintKind::counterfactual && risk.kind != tabular::ConstraintKind::group_loss;
    return is_rate ? std::clamp(bound, 0.0, 1.0) : bound;
}

/// Bounds that can be met, with a model that proves it. The diagnosis knows how far all bounds must be loosened as far
/// as the smooth risks tell; strict rates may ask for a little more.
template <class T>
void loosen_until_met(const Options& options, LearningProblem<T>& problem, const Result<T>& result,
                      const Context& context, Answer& answer, std::vector<T>& theta) {
    const Infeasibility<T>& found = *result.infeasibility;
    const Goal asked = problem.goal();
    const auto scales = problem.constraint_scales();
    Conflict conflict{.constraints = found.conflict, .minimal = found.minimal};
    Options again = options;
    again.diagnose = false;
    for (const double more : {1.02, 1.1, 1.3}) {
        conflict.least_bounds = asked.bounds();
        for (std::size_t i = 0; i < scales.size(); ++i)
            conflict.least_bounds[i] =
                possible(asked.constraints[i], conflict.least_bounds[i] + (asked.constraints[i].at_least ? -1 : 1) *
                                                                              more * found.relaxation * scales[i]);
        problem.set_bounds(conflict.least_bounds);
        const auto relaxed = solve(problem, found.theta, again, context);
        if (relaxed.status == Status::interrupted) {
            answer.summary.status = Status::interrupted;  // its last checkpoint leads here again
            return;
        }
        const bool met = excess(relaxed.risks, conflict.least_bounds) <= 0;
        if (!met && !relaxed.best()) continue;
        theta = met ? relaxed.theta() : relaxed.best()->theta;
        conflict.shown = true;
        break;
    }
    problem.set_bounds(asked.bounds());
    answer.conflict = std::move(conflict);
}

template <class T>
Standing standing_of(const Result<T>& result, const LearningProblem<T>& problem, Iterate iterate) {
    const DualState& dual = result.state.dual;
    Standing standing{.iterate = iterate,
                      .tolerance = result.options_used.tolerance,
                      .gradient_size = dual.gradient_floor,
                      .alpha = result.alpha};
    if (problem.has_strict_risks()) standing.width = dual.memory.width;
    if (iterate != Iterate::last) return standing;  // where bounds stood when it was met is not known
    standing.shift = dual.shifts();
    return standing;
}

template <class T>
Answer find(const SolveConfig& config, Problems& problems, const std::vector<double>& bounds,
            const Checkpointing& checkpointing, const Warm* warm, const std::string& stage) {
    LearningProblem<T>& problem = problems.with_bounds<T>(bounds);
    const Context& context = problems.context();
    auto stages = stages_of(config, problem.size().flops, !problems.task().linear());
    Checkpoints<T> checkpoints(checkpointing.state, checkpointing.resume);
    Answer answer{.bounds = bounds, .distinct_points = problem.size().points};
    std::optional<State<T>> before = checkpoints.finished_stage();
    std::optional<State<T>> resumed = checkpoints.current();
    if (resumed && resumed->theta.size() != problem.num_variables())
        throw std::runtime_error(checkpointing.state.string() +
                                 ": this state belongs to another model; start anew without --resume");
    Result<T> result;
    for (std::size_t k = 0; k < stages.size(); ++k) {
        Options& options = stages[k];
        if (before && k == 0 && stages.size() > 1) {  // a resumed run that is past its mini-batches
            append_trace(answer.trace, before->dual.trace, options.regime, 0);
            answer.seconds = before->dual.seconds;
            continue;
        }
        if (options.max_seconds > 0) options.max_seconds = std::max(1e-3, options.max_seconds - answer.seconds);
        State<T> start = resumed  ? std::move(*std::exchange(resumed, std::nullopt))
                         : before ? warm_start(*before)
                                  : first_state(problem, config.options.seed, warm);
        Reporter reporter(context, problem.goal(), options, stage);
        result = solve(problem, std::move(start), options, reporter, checkpoints);
        // A search that came to its end leaves its last checkpoint: from there it comes to the same end again.
        const bool last = k + 1 == stages.size();
        if (result.status == Status::interrupted || !last) checkpoints.save_now(result.state);
        append_trace(answer.trace, result.trace(), options.regime, answer.seconds);
        answer.seconds += result.seconds;
        if (result.status == Status::interrupted || result.status == Status::not_finite) break;
        if (last) break;
        checkpoints.finish_stage(result.state);
        before = result.state;
    }
    answer.summary = static_cast<const Summary&>(result);
    if (result.status == Status::interrupted) return answer;
    Choice<T> choice = choose(result, problem, config.options.method);
    answer.choice = choice.iterate;
    answer.objective = choice.objective;
    answer.met = choice.met;
    answer.summary.message = sentence_on(choice, result);
    if (choice.met && answer.summary.status == Status::infeasible) answer.summary.status = Status::stalled;
    if (answer.choice == Iterate::least_violating)
        loosen_until_met(stages.back(), problem, result, context, answer, choice.theta);
    if (answer.summary.status == Status::interrupted) return answer;
    answer.theta.assign(choice.theta.begin(), choice.theta.end());
    answer.warm = {.theta = {result.theta().begin(), result.theta().end()},
                   .lambda = result.lambda,
                   .alpha = result.state.dual.alpha};
    answer.standing = standing_of(result, problem, answer.choice);
    answer.clashes = clashes_of<T>(problem, choice.theta, result.lambda);
    return answer;
}

/// A model that meets the constraints before one that does not, then the lower objective; whoever broke off is last.
bool better(const Answer& a, const Answer& b) {
    const auto broke = [](const Answer& answer) { return answer.summary.status == Status::not_finite; };
    if (broke(a) != broke(b)) return broke(b);
    if (a.met != b.met) return a.met;
    return a.objective < b.objective;
}

Answer best_of_starts(const SolveConfig& solve, const Problems& problems, const std::vector<double>& bounds,
                      const Checkpointing& checkpointing, const std::string& stage) {
    std::vector<Answer> answers(solve.starts);
    experiment::Jobs jobs(problems.context(), solve.starts, "starts");
    const bool finished = jobs.run(solve.starts, [&](std::size_t k, const Context& own) {
        SolveConfig one = solve;
        one.options.seed += k;
        Checkpointing states = checkpointing;
        if (k > 0 && !states.state.empty()) states.state += ".start" + std::to_string(k);
        Problems mine(problems.task(), own);
        answers[k] = find<float>(one, mine, bounds, states, nullptr, stage);
        jobs.advance();
    });
    const auto stopped = [](const Answer& answer) { return answer.summary.status == Status::interrupted; };
    if (!finished || std::ranges::any_of(answers, stopped)) {
        Answer answer;
        answer.summary.status = Status::interrupted;
        return answer;
    }
    std::vector<StartEnd> ends;
    double seconds = 0;
    for (std::size_t k = 0; k < answers.size(); ++k) {
        ends.push_back({.seed = solve.options.seed + k, .objective = answers[k].objective, .met = answers[k].met});
        seconds = std::max(seconds, answers[k].seconds);
    }
    Answer best = std::move(*std::ranges::min_element(answers, better));
    best.starts = std::move(ends);
    best.seconds = seconds;
    return best;
}

}  // namespace

Answer find_model(const SolveConfig& solve, Problems& problems, const std::vector<double>& bounds,
                  const Checkpointing& checkpointing, const Warm* warm, const std::string& stage) {
    // A linear model is solved in double: its optimum is one point, and can be found to all digits. Networks are float.
    if (problems.task().linear()) return find<double>(solve, problems, bounds, checkpointing, warm, stage);
    if (solve.starts > 1 && warm == nullptr) return best_of_starts(solve, problems, bounds, checkpointing, stage);
    return find<float>(solve, problems, bounds, checkpointing, warm, stage);
}

}  // namespace alcole::learning
