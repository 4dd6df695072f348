#include "learning/training/find_trees.hpp"

#include <alcole/alcole.hpp>
#include <alcole/learning/module.hpp>
#include <alcole/tabular/split.hpp>

#include "base/text.hpp"
#include "learning/training/checkpoints.hpp"
#include "learning/training/choice.hpp"
#include "learning/training/telling.hpp"
#include "table/encode.hpp"
#include "trees/boosting.hpp"

#include <algorithm>
#include <limits>

namespace alcole::learning {
namespace {

using tabular::Dataset;
using trees::Boosting;

/// Rows that say when to stop growing, the same share of every class.
constexpr double held_share = 0.15;
/// Rounds without constraints before the first: of a model that says the same of everybody no divergence can be told.
/// Most rounds are for the constraints, however few there are.
std::int64_t warm_up_rounds(const tabular::Trees& trees, bool constrained) {
    return constrained ? std::min<std::int64_t>(10, trees.rounds / 3) : 0;
}
/// Within this share of its bound a constraint holds, so that what is judged met (1 %) is met.
constexpr double violation = 5e-3;

std::vector<bool> held_rows(const Dataset& data, std::int64_t patience, std::uint64_t seed) {
    constexpr std::size_t enough = 50;  // fewer tell nothing
    if (patience == 0 || data.num_rows() < enough) return {};
    std::vector<std::int32_t> classes;
    if (data.schema().target.task != tabular::Task::regression)
        classes = table::classes_of(data.schema(), data.table());
    const auto split = tabular::split_rows(data.num_rows(), held_share, seed, classes);
    std::vector<bool> held(data.num_rows(), false);
    for (const std::size_t row : split.test) held[row] = true;
    return held;
}

/// One dual step a round, each with all that theta is known to be worth. Penalties come from how the risks answer to
/// trees, unless they are given; what mini-batches measure them by is of no use here.
Options options_for_trees(const SolveConfig& solve, bool constrained) {
    Options options = solve.options;
    options.regime = Regime::stochastic;
    options.stochastic.dual_estimate = DualEstimate::full;
    options.stochastic.evaluate_every = 1;
    if (options.scaling == Scaling::automatic && constrained) options.scaling = Scaling::natural;
    if (options.dual.rule == DualRule::automatic && options.method == Method::augmented)
        options.dual.rule = DualRule::multipliers;
    if (options.tolerance.violation == 0) options.tolerance.violation = violation;
    return options;
}

/// Tells the caller how it goes.
class RoundReporter {
  public:
    RoundReporter(const Context& context, const tabular::Goal& goal, std::int64_t rounds, const std::string& stage)
        : context_(context), goal_(goal), rounds_(rounds), stage_(stage) {}

    void on_dual_step(const TraceRecord& record) {
        if (!context_.wants_progress()) return;
        const auto done = record.steps;
        const Progress progress{
            .stage = stage_,
            .unit = "round",
            .done = done,
            .total = rounds_,
            .seconds = record.seconds,
            .left = record.seconds * static_cast<double>(rounds_ - done) / static_cast<double>(done)};
        tell(context_, goal_, progress, record.risks);
    }
    bool stop_requested() const { return context_.stop_requested(); }

  private:
    const Context& context_;
    const tabular::Goal& goal_;
    std::int64_t rounds_;
    const std::string& stage_;
};

/// Multipliers answer every round of trees, and go on swinging a little: their mean over the last half of the rounds is
/// the price.
std::vector<double> mean_multipliers(const std::vector<TraceRecord>& trace, std::size_t m) {
    std::vector<double> mean(m, 0.0);
    const std::size_t from = trace.size() / 2;
    for (std::size_t k = from; k < trace.size(); ++k)
        for (std::size_t i = 0; i < m; ++i) mean[i] += trace[k].lambda[i] / static_cast<double>(trace.size() - from);
    return mean;
}

/// Rounds of an ensemble, and the numbers of theta that the first so many take.
class Rounds {
  public:
    explicit Rounds(const tabular::Schema& schema) : schema_(schema) {}

    std::int64_t count(const std::vector<float>& theta) const {
        return static_cast<std::int64_t>(ensemble(theta).trees.size() / schema_.num_outputs());
    }
    /// A model file needs a tree: one that adds nothing, where there is none.
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

/// The constraint that is farthest over its bound, in units of that.
struct Worst {
    std::size_t constraint = 0;
    double violation = -std::numeric_limits<double>::infinity();
};
Worst worst_of(const std::vector<double>& risks, const std::vector<double>& scales) {
    Worst worst;
    for (std::size_t i = 0; i < scales.size(); ++i)
        if (const double violation = risks[i + 1] / scales[i]; violation > worst.violation) worst = {i, violation};
    return worst;
}

/// Which iterate is the model: the feasible one that is best on the rows that were split off; without such rows, the
/// last one unless it misses a constraint. Where none is feasible, the same answer for everybody may be; else the one
/// that violates least.
void choose_round(const State<float>& state, Problems& problems, const std::vector<double>& scales, bool held,
                  Answer& answer) {
    const std::vector<double>& bounds = answer.bounds;
    answer.met = excess(answer.summary.risks, bounds) <= 0;
    answer.theta = state.theta;
    answer.objective = answer.summary.risks[0];
    if (answer.summary.options_given.method != Method::augmented) return;
    if (state.best && (held || !answer.met)) {
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
    if (state.dual.trace.empty()) return;  // out of time before the first round under constraints
    const auto& least = std::ranges::min_element(
        state.dual.trace, {}, [&](const TraceRecord& record) { return worst_of(record.risks, scales).violation; });
    answer.theta = Rounds(problems.task().schema()).first(state.theta, least->steps);
    answer.objective = least->risks[0];
    answer.choice = Iterate::least_violating;
    answer.summary.risks = least->risks;
}

/// Which constraints pull against the others where no tree helps any more, and the bounds that the model meets, all
/// loosened alike.
Conflict conflict_of(const Answer& answer, const tabular::Goal& goal, const std::vector<double>& scales) {
    Conflict conflict{.constraints = in_conflict(answer.summary.lambda, answer.bounds), .shown = true};
    const double violation = worst_of(answer.summary.risks, scales).violation;
    for (std::size_t i = 0; i < scales.size(); ++i) {
        const double loosened = (goal.constraints[i].at_least ? -1 : 1) * violation * scales[i];
        conflict.relaxed_bounds.push_back(possible(goal.constraints[i], answer.bounds[i] + loosened));
    }
    return conflict;
}

SearchEnding ending_of(const Answer& answer, const std::vector<double>& scales, Growth growth) {
    const Summary& summary = answer.summary;
    const auto& names = summary.constraint_names;
    growth.constrained = !names.empty() && summary.options_given.method != Method::unconstrained;
    if (growth.constrained && !answer.met) {
        const std::size_t worst = worst_of(summary.risks, scales).constraint;
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

}  // namespace

Answer find_trees(const SolveConfig& solve, Problems& problems, const std::vector<double>& bounds,
                  const Checkpointing& checkpointing, const Warm* warm, const std::string& stage) {
    const Task& task = problems.task();
    const Context& context = problems.context();
    const tabular::Trees& trees = *task.shape.trees;
    tabular::Goal goal = task.goal;
    goal.set_bounds(bounds);
    const Options options = options_for_trees(solve, !bounds.empty());
    const auto held = held_rows(task.train, trees.patience, options.seed);
    Checkpoints<float> checkpoints(checkpointing);
    State<float> state = checkpoints.current().value_or(State<float>{});
    problems.set_clock(std::max(problems.seconds(), state.dual.seconds));
    Boosting boosting(task.train, goal, trees, context, held, options.seed, state);
    if (state.dual.memory.scales.empty()) {
        boosting.warm_up(warm_up_rounds(trees, !bounds.empty()));
        if (warm != nullptr) state.dual.lambda = warm->lambda;
    }
    if (options.penalty.initial == 0) boosting.choose_penalties();
    state.dual.seconds = problems.seconds();  // the time limit is one for all that was done before, too
    RoundReporter reporter(context, goal, trees.rounds, stage);
    Answer answer{.bounds = bounds, .distinct_points = boosting.num_points()};
    answer.summary = ascend(boosting, state.dual, options, Hooks(reporter, checkpoints));
    append_trace(answer.trace, state.dual.trace, Regime::stochastic, one_each(bounds.size()));
    answer.seconds = answer.summary.seconds;
    if (answer.summary.status == Status::interrupted) {
        checkpoints.save_now(state);
        answer.theta = state.best ? state.best->theta : state.theta;
        return answer;
    }
    const std::vector<double> scales = boosting.constraint_scales();
    choose_round(state, problems, scales, !held.empty(), answer);
    Status& status = answer.summary.status;
    const bool done = answer.met || answer.summary.options_given.method == Method::unconstrained;
    if (done && (status == Status::iteration_limit || status == Status::infeasible)) status = Status::settled;
    answer.summary.lambda = mean_multipliers(state.dual.trace, bounds.size());
    if (status == Status::infeasible) answer.conflict = conflict_of(answer, goal, scales);
    answer.ending = ending_of(answer, scales,
                              {.rounds = boosting.rounds(),
                               .kept = Rounds(task.schema()).count(answer.theta),
                               .by_held_rows = !held.empty()});
    answer.theta = Rounds(task.schema()).with_a_round(answer.theta);
    answer.warm = {.theta = {}, .lambda = answer.summary.lambda, .alpha = answer.summary.alpha};
    answer.standing = {.iterate = answer.choice,
                       .tolerance = answer.summary.options_used.tolerance,
                       .gradient_size = state.dual.gradient_floor,
                       .alpha = answer.summary.alpha};
    return answer;
}

}  // namespace alcole::learning
