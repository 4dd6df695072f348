#include "learning/training/find_model.hpp"

#include <alcole/alcole.hpp>

#include "base/stopwatch.hpp"
#include "experiment/jobs.hpp"
#include "learning/training/checkpoints.hpp"
#include "learning/training/choice.hpp"
#include "learning/training/clashes.hpp"
#include "learning/training/find_trees.hpp"
#include "learning/training/reporting.hpp"
#include "learning/training/stages.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace alcole::learning {
namespace {

using tabular::Goal;
using tabular::LearningProblem;

/// Reports progress: after every step for full batches; after every dual step for mini-batches, whose risks are noisy
/// in between.
class Reporter {
  public:
    /// What the reporter needs to know to estimate the remaining time.
    struct Plan {
        std::string stage{};
        double batches = 1;  ///< mini-batches in an epoch
        double before = 0;   ///< seconds spent before this search
    };

    Reporter(const Context& context, const Goal& goal, Places places, const Options& options, Plan plan)
        : context_(context), goal_(goal), places_(places), options_(options), plan_(std::move(plan)) {}

    void on_step(const Step& step) {
        if (options_.regime != Regime::full) return;
        residual_ = step.residual;
        report(step.iteration + 1, step.risks);
    }
    void on_dual_step(const TraceRecord& record) {
        if (options_.regime == Regime::stochastic) guess_left(record);
        report(options_.regime == Regime::full ? record.iteration + 1 : record.steps, record.risks);
    }
    bool stop_requested() const { return context_.stop_requested(); }

  private:
    void report(std::int64_t done, std::span<const double> risks) const {
        if (!context_.wants_progress()) return;
        const char* unit = options_.regime == Regime::stochastic ? "mini-batch" : "step";
        Progress progress{.stage = plan_.stage,
                          .unit = unit,
                          .done = done,
                          .seconds = seconds(),
                          .left = left(),
                          .at_most = at_most()};
        if (std::isfinite(residual_)) progress.residual = residual_;
        report_progress(context_, goal_, progress, worst_risks(places_, risks));
    }

    /// For mini-batches: their estimate, but no later than the time limit. For full batches no estimate is given,
    /// because one minimisation in ten takes most of the steps, and which one is known only when it is over. In 14
    /// trainings of 4 to 140 s, a power law fitted to the gradients was right within a factor of two for at most a
    /// fifth of the waiting time, and "as long again as so far" for 40 % of it; a model fitted to 13 of the trainings,
    /// with steps, gradients and decreases of the objective as inputs, was right for 46 % of the remaining one. A pilot
    /// on a quarter of the rows was right for 67 %, but takes another 18 % of CPU.
    std::optional<double> left() const {
        if (may_settle() || !left_) return std::nullopt;
        return std::min(*left_, until_limit().value_or(*left_));
    }
    /// An upper bound: the time limit, or the last epoch of mini-batches that may end earlier, whichever comes first.
    std::optional<double> at_most() const {
        const auto limit = until_limit();
        if (!may_settle() || !left_) return limit;
        return std::min(*left_, limit.value_or(*left_));
    }

    std::optional<double> until_limit() const {
        if (options_.max_seconds <= 0) return std::nullopt;
        return std::max(0.0, options_.max_seconds - seconds());
    }
    /// Unless their rate falls to zero, mini-batches may end before their last epoch.
    bool may_settle() const {
        const auto& batches = options_.stochastic;
        return options_.regime == Regime::stochastic && batches.settle && batches.rate_schedule != RateSchedule::cosine;
    }

    /// Time for the remaining mini-batches at the speed so far. (Full batches follow only if the mini-batches have not
    /// settled.)
    void guess_left(const TraceRecord& record) {
        const auto done = static_cast<double>(record.steps);
        if (first_ < 0) {
            begun_ = record.seconds;
            first_ = done;
        }
        const double steps = static_cast<double>(options_.stochastic.max_epochs) * plan_.batches - done;
        if (done > first_) left_ = std::max(0.0, steps) * (record.seconds - begun_) / (done - first_);
    }

    double seconds() const { return plan_.before + watch_.seconds(); }

    const Context& context_;
    const Goal& goal_;
    const Places places_;
    const Options& options_;
    const Plan plan_;
    base::Stopwatch watch_;
    std::optional<double> left_;
    double residual_ = std::numeric_limits<double>::infinity();
    double first_ = -1;
    double begun_ = 0;
};

template <class T>
State<T> first_state(const LearningProblem<T>& problem, std::uint64_t seed, const Warm* warm) {
    if (warm == nullptr) return {.theta = problem.start(seed)};
    State<T> state{.theta = {warm->theta.begin(), warm->theta.end()}};
    state.dual.lambda = warm->lambda;
    state.dual.alpha = warm->alpha;
    return state;
}

/// The next stage starts where the last one ended and keeps the bounds of the surrogates. Stationarity stays relative
/// to the gradient at the start of the run: relative to a gradient near the answer, the same tolerance would ask for
/// more digits than requested.
template <class T>
State<T> next_state(const State<T>& before) {
    State<T> state = warm_start(before);
    state.dual.gradient_floor = before.dual.gradient_floor;
    for (const double shift : before.dual.shifts()) state.dual.memory.levels.push_back({.shift = shift});
    return state;
}

/// Keeps the best feasible iterate of all stages.
template <class T>
void keep_better(std::optional<Kept<T>>& best, const std::optional<Kept<T>>& other) {
    if (other && (!best || other->risks[0] < best->risks[0])) best = other;
}

/// Finds bounds that can be met, and a model that proves it. The diagnosis knows how far all bounds must be loosened
/// for the smooth risks; strict rates may need a little more, so it tries 1.02, 1.1 and 1.3 times as much.
template <class T>
void loosen_until_met(const Options& options, LearningProblem<T>& problem, const Result<T>& result,
                      const Problems& problems, Answer& answer, std::vector<T>& theta) {
    const Context& context = problems.context();
    const Infeasibility<T>& found = *result.infeasibility;
    const Goal asked = problem.goal();
    const auto scales = problem.constraint_scales();
    const Places places = problem.places();
    Conflict conflict{.constraints = constraints_at(places, found.conflict), .minimal = found.minimal};
    Options again = options;
    again.diagnose = false;
    for (const double more : {1.02, 1.1, 1.3}) {
        conflict.relaxed_bounds = asked.bounds();
        for (std::size_t i = 0; i < places.size(); ++i) {
            const double loosened = more * found.relaxation * scales[places[i].first];
            conflict.relaxed_bounds[i] = possible(
                asked.constraints[i], conflict.relaxed_bounds[i] + (asked.constraints[i].at_least ? -1 : 1) * loosened);
        }
        problem.set_bounds(conflict.relaxed_bounds);
        State<T> start{.theta = found.theta};
        start.dual.seconds = problems.seconds();
        const auto relaxed = solve(problem, std::move(start), again, context);
        if (relaxed.status == Status::interrupted) {
            answer.summary.status = Status::interrupted;  // resuming from the last checkpoint leads here again
            return;
        }
        const bool met = excess(worst_risks(places, relaxed.risks), conflict.relaxed_bounds) <= 0;
        if (relaxed.status == Status::time_limit && !relaxed.best()) break;
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
    if (iterate != Iterate::last) return standing;  // the bounds of the surrogates at an earlier iterate are not known
    standing.shift = dual.shifts();
    return standing;
}

/// The price of every row that a constraint on single rows applies to.
template <class T>
std::vector<RowPrice> row_prices_of(const LearningProblem<T>& problem, std::span<const double> lambda) {
    std::vector<RowPrice> prices;
    for (std::size_t i = 0; i < problem.places().size(); ++i)
        for (std::size_t place = problem.places()[i].first; const std::size_t row : problem.rows_of(i))
            prices.push_back({.constraint = i, .row = row, .multiplier = lambda[place++]});
    return prices;
}

/// Copies the weights of the choice, and the bounds at that theta (a minimised bound is part of it).
template <class T>
void take_weights(const Choice<T>& choice, const LearningProblem<T>& problem, Answer& answer) {
    const auto weights = std::span(choice.theta).first(problem.num_weights());
    answer.theta.assign(weights.begin(), weights.end());
    answer.bounds = bounds_at<T>(problem, choice.theta);
}

/// An equation "x = b" is stored as two consecutive constraints that pull in opposite directions. The part that both
/// multipliers have in common cancels and is not a price.
void make_net(const Goal& goal, std::vector<double>& lambda) {
    constexpr std::string_view upper = " (at most)";
    constexpr std::string_view lower = " (at least)";
    for (std::size_t i = 0; i + 1 < lambda.size(); ++i) {
        const std::string& name = goal.constraints[i].name;
        if (!name.ends_with(upper)) continue;
        if (goal.constraints[i + 1].name != name.substr(0, name.size() - upper.size()) + std::string(lower)) continue;
        const double both = std::min(lambda[i], lambda[i + 1]);
        lambda[i] -= both;
        lambda[i + 1] -= both;
    }
}

/// `first_batches`: start with mini-batches even if the table is small.
template <class T>
Answer find(const SolveConfig& config, Problems& problems, const std::vector<double>& bounds,
            const Checkpointing& checkpointing, const Warm* warm, const std::string& stage,
            bool first_batches = false) {
    LearningProblem<T>& problem = problems.with_bounds<T>(bounds);
    const Context& context = problems.context();
    const double flops = first_batches ? std::numeric_limits<double>::infinity() : problem.size().flops;
    auto stages = stages_of(config, {.flops = flops,
                                     .batches = problem.batches_per_epoch(),
                                     .network = !problems.task().linear(),
                                     .rates = problems.task().has_rates(),
                                     .begins_anew = warm == nullptr,
                                     .each_row = problems.task().each_row()});
    const Places places = problem.places();
    Checkpoints<T> checkpoints(checkpointing);
    Answer answer{.bounds = bounds, .distinct_points = problem.size().points};
    std::optional<State<T>> before = checkpoints.finished_stage();
    std::optional<State<T>> resumed = checkpoints.current();
    if (resumed && resumed->theta.size() != problem.num_variables())
        throw std::runtime_error(checkpointing.state.string() +
                                 ": this state belongs to another model; start over without --resume");
    if (resumed) problems.set_clock(std::max(problems.seconds(), resumed->dual.seconds));
    Result<T> result;
    std::optional<Kept<T>> best;
    for (std::size_t k = 0; k < stages.size(); ++k) {
        Options& options = stages[k];
        if (before && k == 0 && stages.size() > 1) {  // a resumed run that has finished its mini-batches
            append_trace(answer.trace, before->dual.trace, options.regime, places);
            best = before->best;
            continue;
        }
        State<T> start = resumed  ? std::move(*std::exchange(resumed, std::nullopt))
                         : before ? next_state(*before)
                                  : first_state(problem, config.options.seed, warm);
        start.dual.seconds = problems.seconds();  // the time limit includes everything done before
        Reporter reporter(context, problem.goal(), places, options,
                          {.stage = stage,
                           .batches = static_cast<double>(problem.batches_per_epoch()),
                           .before = start.dual.seconds});
        result = solve(problem, std::move(start), options, reporter, checkpoints);
        // A search that ends regularly keeps its last checkpoint: resuming from there leads to the same end.
        const bool last = k + 1 == stages.size();
        if (result.status == Status::interrupted || !last) checkpoints.save_now(result.state);
        append_trace(answer.trace, result.trace(), options.regime, places);
        answer.seconds = result.seconds;
        keep_better(best, result.best());
        if (result.status == Status::interrupted || result.status == Status::not_finite) break;
        if (last || (result.status == Status::settled && best)) break;
        checkpoints.finish_stage(result.state);
        before = result.state;
    }
    answer.summary = static_cast<const Summary&>(result);
    gather(places, answer.summary);
    make_net(problem.goal(), answer.summary.lambda);
    result.state.best = std::move(best);
    Choice<T> choice = choose(result, problem, config.options.method);
    take_weights(choice, problem, answer);
    answer.choice = choice.iterate;
    answer.objective = choice.objective;
    answer.met = choice.met;
    if (result.status == Status::interrupted) return answer;
    // An earlier iterate or a constant model may meet bounds that the diagnosis of the smooth risks calls infeasible.
    if (choice.met && answer.summary.status == Status::infeasible) answer.summary.status = Status::stalled;
    answer.ending = {.solver = result.ending,
                     .iterate = choice.iterate,
                     .objective = choice.objective,
                     .met = choice.met,
                     .settled = ends_well(answer, problems.task())};
    if (answer.choice == Iterate::least_violating)
        loosen_until_met(stages.back(), problem, result, problems, answer, choice.theta);
    if (answer.summary.status == Status::interrupted) return answer;
    if (answer.conflict) name_conflict<T>(problem, choice.theta, *answer.conflict, answer.ending.solver);
    take_weights(choice, problem, answer);
    answer.warm = {.theta = {result.theta().begin(), result.theta().end()},
                   .lambda = result.lambda,
                   .alpha = result.state.dual.alpha};
    answer.standing = standing_of(result, problem, answer.choice);
    answer.clashes = clashes_of<T>(problem, choice.theta, answer.summary.lambda);
    answer.row_prices = row_prices_of(problem, result.lambda);
    return answer;
}

/// Prefers a model that meets the constraints, then the lower objective; a search that broke down (not finite) comes
/// last.
bool better(const Answer& a, const Answer& b) {
    const auto failed = [](const Answer& answer) { return answer.summary.status == Status::not_finite; };
    if (failed(a) != failed(b)) return failed(b);
    if (a.met != b.met) return a.met;
    return a.objective < b.objective;
}

std::vector<float> first_weights(const Task& task, std::uint64_t seed) {
    const auto weights = tabular::initial_weights(task.shape, task.schema(), seed);
    return {weights.begin(), weights.end()};
}

Answer best_of_starts(const SolveConfig& solve, const Problems& problems, const std::vector<double>& bounds,
                      const Checkpointing& checkpointing, const std::string& stage) {
    std::vector<Answer> answers(solve.starts);
    experiment::Jobs jobs(problems.context(), solve.starts, "starts");
    const bool finished = jobs.run(solve.starts, [&](std::size_t k, const Context& own) {
        SolveConfig one = solve;
        one.options.seed += k;
        const Checkpointing states = k == 0 ? checkpointing : checkpointing.beside("start" + std::to_string(k));
        Problems mine(problems.task(), own);
        mine.set_clock(problems.seconds());
        answers[k] = find<float>(one, mine, bounds, states, nullptr, stage);
        jobs.advance();
    });
    const auto stopped = [](const Answer& answer) { return answer.summary.status == Status::interrupted; };
    if (!finished || std::ranges::any_of(answers, stopped)) {
        std::erase_if(answers, [](const Answer& answer) { return answer.theta.empty(); });
        Answer answer;
        if (!answers.empty())
            answer = std::move(*std::ranges::min_element(answers, better));
        else  // stopped before the first of them began
            answer.theta = first_weights(problems.task(), solve.options.seed);
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

/// In its first steps on all data a network can saturate every unit of a layer. Its output is then constant, no
/// gradient leads away from there, and no constraint has asked for it. The noise of mini-batches gets it out.
bool is_caught(const SolveConfig& solve, Problems& problems, const std::vector<double>& bounds, const Answer& answer) {
    constexpr double as_good = 1e-3;  // relative to the objective
    const auto& lambda = answer.summary.lambda;
    const bool pulled = std::ranges::any_of(lambda, [](double price) { return price > 0; });
    if (answer.summary.status != Status::converged || pulled || answer.trace.empty()) return false;
    if (solve.regime != RegimeChoice::automatic || answer.trace.front().regime != Regime::full) return false;
    const std::vector<double> any(bounds.size(), std::numeric_limits<double>::infinity());
    const auto constant = best_constant(problems.with_bounds<float>(bounds), any);
    return constant.met && answer.objective >= (1 - as_good) * constant.objective;
}

}  // namespace

bool ends_well(const Answer& answer, const Task& task) {
    const Status status = answer.summary.status;
    const bool promises = answer.summary.options_given.method == Method::augmented;
    const bool nowhere = status == Status::stalled || status == Status::iteration_limit;
    return promises && answer.met && nowhere && task.has_rates() && !task.shape.trees;
}

Answer find_model(const SolveConfig& solve, Problems& problems, const std::vector<double>& bounds,
                  const Checkpointing& checkpointing, const Warm* warm, const std::string& stage) {
    if (problems.task().shape.trees) return find_trees(solve, problems, bounds, checkpointing, warm, stage);
    // A linear model is solved in double: its optimum is unique and can be found to full precision. Networks use float.
    if (problems.task().linear()) return find<double>(solve, problems, bounds, checkpointing, warm, stage);
    if (solve.starts > 1 && warm == nullptr) return best_of_starts(solve, problems, bounds, checkpointing, stage);
    Answer answer = find<float>(solve, problems, bounds, checkpointing, warm, stage);
    if (warm != nullptr || !is_caught(solve, problems, bounds, answer)) return answer;
    Answer second = find<float>(solve, problems, bounds, checkpointing.beside("start1"), nullptr, stage, true);
    return second.summary.status == Status::interrupted || better(second, answer) ? second : answer;
}

}  // namespace alcole::learning
