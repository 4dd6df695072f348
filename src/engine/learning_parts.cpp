#include "engine/learning_parts.hpp"

#include <alcole/tabular/cut_points.hpp>

#include "base/check_size.hpp"
#include "engine/cpu/scorer_of.hpp"
#include "engine/cpu/tree_scorer.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace alcole::engine {

template <class T>
LearningParts<T>::LearningParts(const tabular::Dataset& data_, tabular::Goal goal_, tabular::Model model_,
                                const Context& context_, const tabular::BatchOptions& options_,
                                const PlannedRows<OtherPrecision>* planned)
    : data(data_),
      goal(std::move(goal_)),
      model(std::move(model_)),
      context(context_),
      options(options_),
      rows(planned != nullptr ? PlannedRows<T>(data, goal, *planned) : PlannedRows<T>(data, goal)),
      batches(rows.population, options.rows, options.min_rows_per_group),
      full(evaluator(), rows.inputs),
      batch(evaluator(), rows.inputs) {
    if (!model.trees) layers = layers_of(model, data.schema());
    full.take(rows.plan);
    use_bounds();
    find_minimised();
    sum_weights.resize(bounds.size() + 1);
}

template <class T>
void LearningParts<T>::find_minimised() {
    minimised.assign(bounds.size(), false);
    for (std::size_t i = 0; i < goal.constraints.size(); ++i) {
        const auto& [first, count] = rows.population.places[i];
        if (goal.constraints[i].minimise)
            std::fill_n(minimised.begin() + static_cast<std::ptrdiff_t>(first), count, true);
    }
    has_bound = std::ranges::find(minimised, true) != minimised.end();
    if (has_bound && model.trees)
        throw std::invalid_argument("boosted trees cannot find the smallest bound of a constraint");
}

template <class T>
Evaluator<T> LearningParts<T>::evaluator() {
    const std::size_t outputs = data.schema().num_outputs();
    return {scorer(outputs), RiskSums(data.schema().target.task, outputs, pool_of(context))};
}

template <class T>
std::unique_ptr<Scorer<T>> LearningParts<T>::scorer(std::size_t outputs) {
    const tabular::Task task = data.schema().target.task;
    auto& pool = pool_of(context);
    if (!model.trees) return scorer_of(model, task, outputs, rows.inputs, pool);
    std::unique_ptr<Scorer<T>> trees =
        std::make_unique<TreeScorer<T>>(TreeReader<T>(rows.inputs, data.schema()), outputs, pool);
    return as_calibrated(model, as_ordered(task, outputs, std::move(trees), pool));
}

template <class T>
SharedEvaluator<T>& LearningParts<T>::shared(SharedEvaluator<T>& evaluator) {
    const bool can_be = !model.trees && rows.population.each_row.empty();
    if (context.ranks() == nullptr || !can_be || evaluator.is_shared()) return evaluator;
    evaluator.share(*context.ranks(), model, data.schema().target.task, data.schema().num_outputs(), context.threads());
    if (&evaluator == &full) send_plan();
    return evaluator;
}

/// The plan of all rows is sent once; this rank then drops all of it but its own part. A problem in the other precision
/// that shares the plan rebuilds it when it is first evaluated.
template <class T>
void LearningParts<T>::send_plan() {
    if (rows.plan.forgotten) rows.make_plan();
    full.send_parts();
    rows.plan.forget_entries();
}

template <class T>
void LearningParts<T>::evaluate_at(std::span<const T> theta, std::span<double> l) {
    if (!std::ranges::equal(weights(theta), full.theta())) shared(full).forward(weights(theta), l);
}

template <class T>
void LearningParts<T>::use_bounds() {
    bounds.assign(rows.population.num_risks - 1 + rows.population.each_row.size(), 0.0);
    for (std::size_t i = 0; i < goal.constraints.size(); ++i) {
        const auto& [first, count] = rows.population.places[i];
        const auto& risk = goal.constraints[i];
        std::fill_n(bounds.begin() + static_cast<std::ptrdiff_t>(first), count, (risk.at_least ? -1 : 1) * risk.bound);
    }
}

template <class T>
void LearningParts<T>::finish(std::span<const T> theta, std::span<double> l) const {
    const double found = has_bound ? static_cast<double>(theta.back()) : 0;
    for (std::size_t i = 0; i < bounds.size(); ++i) l[i + 1] -= minimised[i] ? found : bounds[i];
    if (goal.l2 != 0) {
        double squares = 0;
        for_each_weight(
            [&](std::size_t j) { squares += static_cast<double>(theta[j]) * static_cast<double>(theta[j]); });
        l[0] += goal.l2 / 2 * squares;
    }
    if (has_bound) l[0] = objective_share_with_bound * l[0] + found;
}

template <class T>
std::span<const double> LearningParts<T>::on_sums(std::span<const double> w) {
    std::ranges::copy(w, sum_weights.begin());
    if (has_bound) sum_weights[0] *= objective_share_with_bound;
    return sum_weights;
}

template <class T>
void LearningParts<T>::check(std::span<const T> theta) const {
    if (!model.trees) base::check_size("theta", theta.size(), num_variables(), "one per weight of the model");
}

template <class T>
void LearningParts<T>::check(std::span<const T> theta, std::span<const double> l) const {
    check(theta);
    base::check_size("l", l.size(), bounds.size() + 1, "the objective and one per constraint");
}

template <class T>
void LearningParts<T>::check_second(std::span<const T> theta, std::span<const double> w) {
    unread.resize(bounds.size() + 1);
    check(theta, unread);
    base::check_size("w", w.size(), unread.size(), "the objective and one per constraint");
}

template <class T>
std::vector<double> LearningParts<T>::biases_of(std::vector<double> scores) const {
    if (data.schema().target.task != tabular::Task::ordinal) return scores;
    std::ranges::transform(scores, scores.begin(), [](double s) { return std::exp(s); });
    return tabular::ordered_start(scores);
}

template struct LearningParts<float>;
template struct LearningParts<double>;

}  // namespace alcole::engine
