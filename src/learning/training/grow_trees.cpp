#include "learning/training/grow_trees.hpp"

#include <alcole/alcole.hpp>
#include <alcole/tabular/split.hpp>

#include "learning/training/checkpoints.hpp"
#include "learning/training/reporting.hpp"
#include "table/encode.hpp"
#include "trees/boosting.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace alcole::learning {
namespace {

using tabular::Dataset;

/// Share of the rows held out for early stopping, the same share of every class.
constexpr double held_share = 0.15;
/// Unconstrained rounds before the first constrained one: the divergence of a constant model is uninformative. At most
/// a third of all rounds, so that most of them serve the constraints.
std::int64_t warm_up_rounds(const tabular::Trees& trees, bool constrained) {
    return constrained ? std::min<std::int64_t>(10, trees.rounds / 3) : 0;
}
/// A constraint counts as met during growth within this share of its bound; half of the 1 % allowed when the model is
/// judged.
constexpr double violation = 5e-3;

std::vector<bool> held_rows(const Dataset& data, std::int64_t patience, std::uint64_t seed) {
    constexpr std::size_t enough = 50;  // fewer rows are too few to decide by
    if (patience == 0 || data.num_rows() < enough) return {};
    std::vector<std::int32_t> classes;
    if (data.schema().target.task != tabular::Task::regression)
        classes = table::classes_of(data.schema(), data.table());
    const auto split = tabular::split_rows(data.num_rows(), held_share, seed, classes);
    std::vector<bool> held(data.num_rows(), false);
    for (const std::size_t row : split.test) held[row] = true;
    return held;
}

/// One dual step per round, with risks evaluated on all rows. Unless given, penalties are chosen from how the risks
/// respond to trees; the rule for mini-batches does not apply here.
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

/// Reports progress. The time left follows from the rounds since the reporter was made: the seconds before, which the
/// clock includes, went into other things.
class RoundReporter {
  public:
    RoundReporter(const Context& context, const tabular::Goal& goal, std::int64_t rounds, std::string stage,
                  std::int64_t rounds_before, double seconds_before)
        : context_(context),
          goal_(goal),
          rounds_(rounds),
          stage_(std::move(stage)),
          rounds_before_(rounds_before),
          seconds_before_(seconds_before) {}

    void on_dual_step(const TraceRecord& record) {
        if (!context_.wants_progress()) return;
        Progress progress{
            .stage = stage_, .unit = "round", .done = record.steps, .total = rounds_, .seconds = record.seconds};
        if (record.steps > rounds_before_)
            progress.left = (record.seconds - seconds_before_) * static_cast<double>(rounds_ - record.steps) /
                            static_cast<double>(record.steps - rounds_before_);
        report_progress(context_, goal_, progress, record.risks);
    }
    bool stop_requested() const { return context_.stop_requested(); }

  private:
    const Context& context_;
    const tabular::Goal& goal_;
    std::int64_t rounds_;
    std::string stage_;
    std::int64_t rounds_before_;
    double seconds_before_;
};

/// Multipliers under which every constraint, at a violation of one scale, weighs `favour` times as much as the
/// objective: lambda_i = favour |l_0| / scale_i.
std::vector<double> favouring_constraints(trees::Boosting& boosting, double favour) {
    std::vector<double> risks(boosting.num_constraints() + 1);
    boosting.risks(risks);
    std::vector<double> lambda = boosting.constraint_scales();
    for (double& each : lambda) each = favour * std::abs(risks[0]) / each;
    return lambda;
}

}  // namespace

Grown grow_trees(const SolveConfig& solve, Problems& problems, const std::vector<double>& bounds,
                 const Checkpointing& checkpointing, const GrowthPlan& plan) {
    const TrainingTask& task = problems.task();
    const Context& context = problems.context();
    const tabular::Trees& trees = *task.shape.trees;
    tabular::Goal goal = task.goal;
    goal.set_bounds(bounds);
    const Options options = options_for_trees(solve, !bounds.empty());
    const auto held = held_rows(task.train, trees.patience, options.seed);
    Checkpoints<float> checkpoints(checkpointing);
    Grown grown{.state = checkpoints.current().value_or(State<float>{}), .by_held_rows = !held.empty()};
    DualState& dual = grown.state.dual;
    problems.set_clock(std::max(problems.seconds(), dual.seconds));
    trees::Boosting boosting(task.train, goal, trees, context, held, options.seed, grown.state);
    if (dual.memory.scales.empty()) {
        if (plan.favour == 0) boosting.warm_up(warm_up_rounds(trees, !bounds.empty()));
        dual.lambda = plan.favour == 0 ? plan.lambda : favouring_constraints(boosting, plan.favour);
    }
    if (options.penalty.initial == 0) boosting.choose_penalties(std::max(1.0, plan.favour));
    dual.seconds = problems.seconds();  // the time limit includes everything done before
    RoundReporter reporter(context, goal, trees.rounds, plan.stage, boosting.rounds(), dual.seconds);
    grown.summary = ascend(boosting, dual, options, Hooks(reporter, checkpoints));
    if (grown.summary.status == Status::interrupted) checkpoints.save_now(grown.state);
    grown.scales = boosting.constraint_scales();
    grown.rounds = boosting.rounds();
    grown.points = boosting.num_points();
    return grown;
}

}  // namespace alcole::learning
