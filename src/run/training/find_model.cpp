#include "run/training/find_model.hpp"

#include <alcole/alcole.hpp>

#include "run/training/checkpoints.hpp"
#include "run/training/clashes.hpp"
#include "run/training/stages.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

namespace alcole::run {
namespace {

using tabular::LearningProblem;

std::vector<double> bounds_of(const Task& task) {
    std::vector<double> bounds;
    for (const auto& risk : task.learning.constraints) bounds.push_back(risk.bound);
    return bounds;
}

/// Largest violation beyond what counts as met; not positive when all are met.
double excess(std::span<const double> risks, std::span<const double> bounds) {
    double most = -1;
    for (std::size_t i = 0; i < bounds.size(); ++i) most = std::max(most, risks[i + 1] - allowance(bounds[i]));
    return most;
}

/// Tells the caller how it goes: of full batches after every step, of mini-batches, whose risks are noise, after every
/// dual step.
class Reporter {
  public:
    Reporter(const Watch& watch, const Task& task, const Options& options)
        : watch_(watch), bounds_(bounds_of(task)), task_(task), options_(options) {}

    void on_step(const Step& step) {
        if (options_.regime == Regime::full) tell(step.iteration, step.risks);
    }
    void on_dual_step(const TraceRecord& record) {
        guess_left(record);
        tell(record.iteration, record.risks);
    }
    bool stop_requested() const { return watch_.stop != nullptr && watch_.stop->stop_requested(); }

  private:
    void tell(std::int64_t iteration, std::span<const double> risks) const {
        if (!watch_.on_progress) return;
        Progress progress{.regime = options_.regime,
                          .iteration = iteration,
                          .objective = risks[0],
                          .seconds = seconds(),
                          .left = left_};
        for (std::size_t i = 0; i < bounds_.size(); ++i) {
            const double slack = risks[i + 1] / std::max(std::abs(bounds_[i]), 1e-12);
            if (i > 0 && slack <= progress.worst) continue;
            progress.worst = slack;
            progress.worst_name = task_.learning.constraints[i].name;
        }
        watch_.on_progress(progress);
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

    const Watch& watch_;
    std::vector<double> bounds_;
    const Task& task_;
    const Options& options_;
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
State<T> first_state(const LearningProblem<T>& problem, const Config& config, const Warm* warm) {
    if (warm == nullptr) return {.theta = problem.start(config.solve.options.seed)};
    State<T> state{.theta = {warm->theta.begin(), warm->theta.end()}};
    state.dual.lambda = warm->lambda;
    state.dual.alpha = warm->alpha;
    return state;
}

/// The last iterate is the answer, unless it misses a constraint and something better is known.
template <class T>
std::vector<T> chosen_theta(const Result<T>& result, const Task& task, Method method, Answer& answer) {
    const auto bounds = bounds_of(task);
    if (method != Method::augmented || excess(result.risks, bounds) <= 0) return result.theta();
    if (result.best()) {
        answer.choice = Answer::Choice::best;
        return result.best()->theta;
    }
    if (!result.infeasibility) return result.theta();
    answer.choice = Answer::Choice::least_violating;
    return result.infeasibility->theta;
}

/// Bounds that can be met, with a model that proves it. The diagnosis knows how far all bounds must be loosened as far
/// as the smooth risks tell; strict rates may ask for a little more.
template <class T>
void loosen_until_met(const Options& options, const Task& task, const tabular::Learning& learning,
                      const Result<T>& result, std::span<const double> scales, const Watch& watch, Answer& answer,
                      std::vector<T>& theta) {
    const Infeasibility<T>& found = *result.infeasibility;
    Conflict conflict{.constraints = found.conflict, .minimal = found.minimal};
    Options again = options;
    again.diagnose = false;
    for (const double more : {1.02, 1.1, 1.3}) {
        tabular::Learning looser = learning;
        conflict.least_bounds.clear();
        for (std::size_t i = 0; i < scales.size(); ++i) {
            auto& risk = looser.constraints[i];
            risk.bound += (risk.at_least ? -1 : 1) * more * found.relaxation * scales[i];
            conflict.least_bounds.push_back(risk.bound);
        }
        LearningProblem<T> problem(task.train, task.schema, looser);
        static const StopFlag never;
        const auto relaxed = solve(problem, found.theta, again, watch.stop != nullptr ? *watch.stop : never);
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
    answer.conflict = std::move(conflict);
}

template <class T>
Standing standing_of(const Result<T>& result, Iterate iterate) {
    const DualState& dual = result.state.dual;
    Standing standing{.iterate = iterate,
                      .tolerance = result.options_used.tolerance,
                      .gradient_size = dual.gradient_floor,
                      .alpha = result.alpha};
    if (iterate != Iterate::last) return standing;  // where bounds stood when it was met is not known
    for (const auto& level : dual.levels) standing.shift.push_back(level.shift);
    return standing;
}

template <class T>
Answer find(const Config& config, const Task& task, const Watch& watch, const Warm* warm, std::size_t threads) {
    tabular::Learning learning = task.learning;
    learning.threads = threads;
    LearningProblem<T> problem(task.train, task.schema, learning);
    auto stages = stages_of(config.solve, problem.size().flops, !learning.model.hidden.empty());
    Checkpoints<T> checkpoints(watch.state, watch.resume);
    Answer answer{.distinct_points = problem.size().points};
    std::optional<State<T>> before = checkpoints.finished_stage();
    std::optional<State<T>> resumed = checkpoints.current();
    if (resumed && resumed->theta.size() != problem.num_variables())
        throw std::runtime_error(watch.state.string() +
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
                                  : first_state(problem, config, warm);
        Reporter reporter(watch, task, options);
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
    std::vector<T> theta = chosen_theta(result, task, config.solve.options.method, answer);
    if (answer.choice == Answer::Choice::least_violating)
        loosen_until_met(stages.back(), task, learning, result, problem.constraint_scales(), watch, answer, theta);
    if (answer.summary.status == Status::interrupted) return answer;
    answer.theta.assign(theta.begin(), theta.end());
    answer.warm = {.theta = {result.theta().begin(), result.theta().end()},
                   .lambda = result.lambda,
                   .alpha = result.state.dual.alpha};
    answer.standing = standing_of(result, answer.choice);
    answer.clashes = clashes_of<T>(problem, theta, result.lambda);
    return answer;
}

}  // namespace

double allowance(double bound) {
    constexpr double share = 0.01;
    return share * std::abs(bound);
}

Answer find_model(const Config& config, const Task& task, const Watch& watch, const Warm* warm, std::size_t threads) {
    // A linear model is solved in double: its optimum is one point, and can be found to all digits. Networks are float.
    if (task.learning.model.hidden.empty()) return find<double>(config, task, watch, warm, threads);
    return find<float>(config, task, watch, warm, threads);
}

}  // namespace alcole::run
