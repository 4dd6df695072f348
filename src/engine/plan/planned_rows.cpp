#include "engine/plan/planned_rows.hpp"

#include "base/release_memory.hpp"

#include <cmath>
#include <numeric>
#include <utility>

namespace alcole::engine {
namespace {

std::vector<tabular::AttributeChange> changes_of(std::span<const tabular::RiskDefinition> risks) {
    std::vector<tabular::AttributeChange> changes;
    for (const auto& risk : risks)
        for (const auto& term : risk.terms)
            if (term.is_of_pairs()) changes.push_back(risk.change);
    return changes;
}

/// All rows, each counted once.
std::vector<KindUse> all_rows(const Population& population) {
    std::vector<KindUse> uses(population.kinds.size());
    for (std::size_t kind = 0; kind < uses.size(); ++kind) uses[kind].kind = static_cast<std::uint32_t>(kind);
    for (std::size_t row = 0; row < population.row_kind.size(); ++row)
        uses[population.row_kind[row]].add(1.0, population.row_weight[row],
                                           population.row_target.empty() ? 0.0 : population.row_target[row]);
    return uses;
}

/// Moves the weights of the held-out rows to the result, sets them to 0, and scales up the other weights so that the
/// total stays the same.
std::vector<double> leave_out(const std::vector<bool>& held, std::vector<double>& weights) {
    if (held.empty()) return {};
    std::vector<double> taken(weights.size(), 0.0);
    const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (std::size_t row = 0; row < held.size(); ++row)
        if (held[row]) std::swap(taken[row], weights[row]);
    const double left = std::accumulate(weights.begin(), weights.end(), 0.0);
    if (left > 0 && left != all)
        for (double& weight : weights) weight *= all / left;
    return taken;
}

template <class T>
Inputs<T> inputs_for(const tabular::Dataset& data, const tabular::Goal& goal) {
    return inputs_of<T>(data.schema(), data.table(), changes_of(goal.constraints));
}

/// A RowPlan with everything but the plan itself.
template <class T>
std::shared_ptr<RowPlan> row_plan_of(const tabular::Dataset& data, const tabular::Goal& goal, const Inputs<T>& inputs,
                                     const std::vector<bool>& held = {}) {
    auto made = std::make_shared<RowPlan>();
    made->population = population_of(data.table(), data.schema(), goal.constraints, goal.weights, inputs,
                                     goal.objective, goal.class_weights, goal.error_width);
    made->two_classes = data.schema().target.task == tabular::Task::binary;
    made->held_weight = leave_out(held, made->population.row_weight);
    return made;
}

/// Whether the inputs have the same distinct rows as the population. Bases and variants are numbered in order of
/// appearance, so comparing their numbers is enough.
template <class T>
bool has_rows_of(const Population& population, const Inputs<T>& inputs) {
    for (std::size_t row = 0; row < population.row_kind.size(); ++row) {
        const RowKind& kind = population.kinds[population.row_kind[row]];
        if (kind.base != inputs.row_base[row] || kind.variant != inputs.row_variant[row]) return false;
    }
    return true;
}

}  // namespace

template <class T>
PlannedRows<T>::PlannedRows(const tabular::Dataset& data, const tabular::Goal& goal, const std::vector<bool>& held,
                            std::size_t tile_points)
    : inputs(inputs_for<T>(data, goal)),
      row_plan(row_plan_of(data, goal, inputs, held)),
      builder(population, inputs.num_variants, inputs.changed, tile_points) {
    forget_rows();
    make_plan();
}

template <class T>
PlannedRows<T>::PlannedRows(const tabular::Dataset& data, const tabular::Goal& goal,
                            const PlannedRows<OtherPrecision>& other)
    : inputs(inputs_for<T>(data, goal)),
      row_plan(has_rows_of(other.population, inputs) ? other.row_plan : row_plan_of(data, goal, inputs)),
      builder(population, inputs.num_variants, inputs.changed) {
    forget_rows();
    if (row_plan != other.row_plan) make_plan();
}

template <class T>
void PlannedRows<T>::forget_rows() {
    base::release_memory(inputs.row_base, inputs.row_variant);
}

template <class T>
void PlannedRows<T>::make_plan() {
    builder.build(all_rows(population), plan, true);
    plan.order(row_plan->two_classes);
    row_plan->num_pairs = plan.pairs.size();
    row_plan->has_steps = plan.has_steps();
}

/// Kinds and points are both ordered by base, so one pass finds the points of all kinds.
template <class T>
std::vector<std::uint32_t> PlannedRows<T>::points_of_kinds() const {
    std::vector<std::uint32_t> points;
    points.reserve(population.kinds.size());
    std::uint32_t first = 0;  // the first point of the base
    for (const auto& kind : population.kinds) {
        while (plan.bases[plan.point_base[first]] != kind.base) ++first;
        std::uint32_t point = first;
        while (plan.point_variant[point] != kind.variant) ++point;
        points.push_back(point);
    }
    return points;
}

template <class T>
std::vector<double> PlannedRows<T>::base_scores(const tabular::Schema& schema) const {
    if (schema.target.task == tabular::Task::regression) return {0.0};
    std::vector<double> shares(schema.target.classes.size(), 1.0);  // not 0, so that no logarithm is infinite
    for (std::size_t row = 0; row < population.row_kind.size(); ++row)
        shares[static_cast<std::size_t>(population.kinds[population.row_kind[row]].label)] +=
            population.row_weight[row];
    if (schema.target.task == tabular::Task::binary) return {std::log(shares[1] / shares[0])};
    const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (double& share : shares) share = std::log(share / all);
    return shares;
}

template struct PlannedRows<float>;
template struct PlannedRows<double>;

}  // namespace alcole::engine
