#include "learning/training/search.hpp"

#include <alcole/alcole.hpp>

#include "learning/training/checkpoints.hpp"
#include "learning/training/choice.hpp"
#include "learning/training/clashes.hpp"
#include "learning/training/reporting.hpp"
#include "learning/training/search_reporter.hpp"
#include "learning/training/stages.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace alcole::learning {
namespace {

using tabular::Goal;
using tabular::LearningProblem;

template <class T>
State<T> first_state(const LearningProblem<T>& problem, std::uint64_t seed, const WarmStart* warm) {
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
void keep_better(std::optional<Kept<T>>& best, const std::optional<Kept<T>>& other, std::span<const double> prices) {
    const auto merit = [&](const Kept<T>& kept) { return kept.risks[0] + cost_of_giving_way(kept.risks, prices); };
    if (other && (!best || merit(*other) < merit(*best))) best = other;
}

/// Finds bounds that can be met, and a model that proves it. The diagnosis knows how far all bounds without a price
/// must be loosened for the smooth risks; strict rates may need a little more, so it tries 1.02, 1.1 and 1.3 times as
/// much.
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
            if (asked.constraints[i].is_soft()) continue;
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
        const bool met =
            slack_beyond_allowance(asked, worst_risks(places, relaxed.risks), conflict.relaxed_bounds) <= 0;
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
SearchFacts search_facts_of(const Result<T>& result, const LearningProblem<T>& problem, Iterate iterate) {
    const DualState& dual = result.state.dual;
    SearchFacts search{.iterate = iterate,
                       .tolerance = result.options_used.tolerance,
                       .gradient_size = dual.gradient_floor,
                       .alpha = result.alpha};
    if (problem.has_strict_risks()) search.width = dual.memory.width;
    if (iterate != Iterate::last) return search;  // the bounds of the surrogates at an earlier iterate are not known
    search.shift = dual.shifts();
    return search;
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
    for (std::size_t i = 0; i + 1 < lambda.size(); ++i) {
        if (!goal.constraints[i].is_side_of(goal.constraints[i + 1], tabular::OtherSide::Sum::equal)) continue;
        const double both = std::min(lambda[i], lambda[i + 1]);
        lambda[i] -= both;
        lambda[i + 1] -= both;
    }
}

template <class T>
class StagedSearch {
  public:
    StagedSearch(const SolveConfig& config, Problems& problems, const std::vector<double>& bounds,
                 const Checkpointing& checkpointing, const WarmStart* warm, const std::string& stage)
        : config_(config),
          problems_(problems),
          problem_(problems.with_bounds<T>(bounds)),
          places_(problem_.places()),
          checkpoints_(checkpointing),
          warm_(warm),
          stage_(stage),
          answer_{.bounds = bounds, .distinct_points = problem_.size().points} {
        continue_from(checkpointing);
    }

    Answer run(bool first_batches) &&;

  private:
    void continue_from(const Checkpointing& checkpointing);
    std::vector<Options> stages(bool first_batches) const;
    void run(const std::vector<Options>& stages);
    void run_stage(const Options& options);
    std::optional<SearchKind> kind(const Options& options) const;
    Choice<T> chosen();
    SearchEnding ending(const Choice<T>& choice) const;
    void add_facts(const Choice<T>& choice);
    bool interrupted() const { return answer_.summary.status == Status::interrupted; }

    const SolveConfig& config_;
    Problems& problems_;
    LearningProblem<T>& problem_;
    const Places places_;
    Checkpoints<T> checkpoints_;
    const WarmStart* warm_;
    const std::string& stage_;
    std::optional<State<T>> before_;   // the end of the stage before
    std::optional<State<T>> resumed_;  // where an interrupted search goes on
    std::optional<Kept<T>> best_;      // the best feasible iterate of all stages
    Result<T> result_;                 // of the last stage
    Answer answer_;
};

template <class T>
Answer StagedSearch<T>::run(bool first_batches) && {
    const std::vector<Options> all = stages(first_batches);
    run(all);
    Choice<T> choice = chosen();
    if (interrupted()) return std::move(answer_);
    // An earlier iterate or a constant model may meet bounds that the diagnosis of the smooth risks calls infeasible.
    if (choice.met && answer_.summary.status == Status::infeasible) answer_.summary.status = Status::stalled;
    answer_.ending = ending(choice);
    if (answer_.choice == Iterate::least_violating)
        loosen_until_met(all.back(), problem_, result_, problems_, answer_, choice.theta);
    if (interrupted()) return std::move(answer_);
    if (answer_.conflict) name_conflict<T>(problem_, choice.theta, *answer_.conflict, answer_.ending.solver);
    add_facts(choice);
    return std::move(answer_);
}

template <class T>
void StagedSearch<T>::continue_from(const Checkpointing& checkpointing) {
    before_ = checkpoints_.finished_stage();
    resumed_ = checkpoints_.current();
    if (resumed_ && resumed_->theta.size() != problem_.num_variables())
        throw std::runtime_error(checkpointing.state.string() +
                                 ": this state belongs to another model; start over without --resume");
    if (resumed_) problems_.set_clock(std::max(problems_.seconds(), resumed_->dual.seconds));
}

template <class T>
std::vector<Options> StagedSearch<T>::stages(bool first_batches) const {
    const TrainingTask& task = problems_.task();
    return stages_of(config_, {.flops = first_batches ? std::numeric_limits<double>::infinity() : problem_.size().flops,
                               .batches = problem_.batches_per_epoch(),
                               .network = !task.linear(),
                               .rates = task.has_rates(),
                               .begins_anew = warm_ == nullptr,
                               .each_row = task.each_row()});
}

/// Runs the stages one after the other, until one settles or the search cannot go on.
template <class T>
void StagedSearch<T>::run(const std::vector<Options>& stages) {
    for (std::size_t k = 0; k < stages.size(); ++k) {
        if (before_ && k == 0 && stages.size() > 1) {  // a resumed run that has finished its mini-batches
            append_trace(answer_.trace, before_->dual.trace, stages[k].regime, places_);
            best_ = before_->best;
            continue;
        }
        run_stage(stages[k]);
        // A search that ends regularly keeps its last checkpoint: resuming from there leads to the same end.
        const bool last = k + 1 == stages.size();
        if (result_.status == Status::interrupted || !last) checkpoints_.save_now(result_.state);
        if (result_.status == Status::interrupted || result_.status == Status::not_finite) return;
        if (last || (result_.status == Status::settled && best_)) return;
        checkpoints_.finish_stage(result_.state);
        before_ = result_.state;
    }
}

template <class T>
void StagedSearch<T>::run_stage(const Options& options) {
    State<T> start = resumed_  ? std::move(*std::exchange(resumed_, std::nullopt))
                     : before_ ? next_state(*before_)
                               : first_state(problem_, config_.options.seed, warm_);
    start.dual.seconds = problems_.seconds();  // the time limit includes everything done before
    SearchReporter reporter(problems_.context(), problem_.goal(), places_, options,
                            {.stage = stage_,
                             .batches = static_cast<double>(problem_.batches_per_epoch()),
                             .before = start.dual.seconds,
                             .kind = kind(options)});
    result_ = solve(problem_, std::move(start), options, reporter, checkpoints_);
    append_trace(answer_.trace, result_.trace(), options.regime, places_);
    answer_.seconds = result_.seconds;
    keep_better(best_, result_.best(), problem_.constraint_prices());
}

/// Nothing for a search that starts near its answer.
template <class T>
std::optional<SearchKind> StagedSearch<T>::kind(const Options& options) const {
    const TrainingTask& task = problems_.task();
    if (warm_ != nullptr || before_) return std::nullopt;
    const bool constrained = !task.goal.constraints.empty() && options.method != Method::unconstrained;
    return SearchKind{.linear = task.linear(), .constrained = constrained, .rates = constrained && task.has_rates()};
}

/// The model, also of an interrupted search.
template <class T>
Choice<T> StagedSearch<T>::chosen() {
    answer_.summary = static_cast<const Summary&>(result_);
    gather(places_, answer_.summary);
    make_net(problem_.goal(), answer_.summary.lambda);
    result_.state.best = std::move(best_);
    Choice<T> choice = choose(result_, problem_, config_.options.method, problems_.context());
    take_weights(choice, problem_, answer_);
    answer_.choice = choice.iterate;
    answer_.objective = choice.objective;
    answer_.merit = choice.merit;
    answer_.met = choice.met;
    return choice;
}

template <class T>
SearchEnding StagedSearch<T>::ending(const Choice<T>& choice) const {
    return {.solver = result_.ending,
            .iterate = choice.iterate,
            .objective = choice.objective,
            .met = choice.met,
            .settled = ends_well(answer_, problems_.task())};
}

/// What later searches, the examination and the report need to know.
template <class T>
void StagedSearch<T>::add_facts(const Choice<T>& choice) {
    take_weights(choice, problem_, answer_);  // again, because a conflict may have led to another model
    answer_.warm = {.theta = {result_.theta().begin(), result_.theta().end()},
                    .lambda = result_.lambda,
                    .alpha = result_.state.dual.alpha};
    answer_.search = search_facts_of(result_, problem_, answer_.choice);
    answer_.clashes = clashes_of<T>(problem_, choice.theta, answer_.summary.lambda);
    answer_.row_prices = row_prices_of(problem_, result_.lambda);
}

}  // namespace

template <class T>
Answer search(const SolveConfig& config, Problems& problems, const std::vector<double>& bounds,
              const Checkpointing& checkpointing, const WarmStart* warm, const std::string& stage, bool first_batches) {
    return StagedSearch<T>(config, problems, bounds, checkpointing, warm, stage).run(first_batches);
}
template Answer search<float>(const SolveConfig&, Problems&, const std::vector<double>&, const Checkpointing&,
                              const WarmStart*, const std::string&, bool);
template Answer search<double>(const SolveConfig&, Problems&, const std::vector<double>&, const Checkpointing&,
                               const WarmStart*, const std::string&, bool);

bool ends_well(const Answer& answer, const TrainingTask& task) {
    const Status status = answer.summary.status;
    const bool promises = answer.summary.options_given.method == Method::augmented;
    const bool nowhere = status == Status::stalled || status == Status::iteration_limit;
    return promises && answer.met && nowhere && task.has_rates() && !task.shape.trees;
}

}  // namespace alcole::learning
