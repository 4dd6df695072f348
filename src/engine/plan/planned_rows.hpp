#pragma once

#include <alcole/tabular/dataset.hpp>
#include <alcole/tabular/goal.hpp>

#include "engine/plan/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

namespace alcole::engine {

/// The rows as the risks of a goal see them, independent of the precision in which models read them.
struct RowPlan {
    Population population{};
    std::vector<double>
        held_weight{};          ///< per row: its weight if the objective leaves it out, otherwise 0; empty if none is
    Plan plan{};                ///< of all rows
    bool two_classes = false;   ///< the target has
    std::size_t num_pairs = 0;  ///< of the plan; remains after its entries are freed
    bool has_steps = false;     ///< of the plan; remains after its entries are freed
};

/// The rows of a data set, planned for the risks of a goal. The members refer to each other, so the object cannot be
/// copied or moved.
template <class T>
struct PlannedRows {
    using OtherPrecision = std::conditional_t<std::is_same_v<T, float>, double, float>;

    /// `held`: per row, whether the objective leaves it out; empty if none is. Throws std::invalid_argument with a
    /// sentence if a target is missing or a group has no rows.
    PlannedRows(const tabular::Dataset& data, const tabular::Goal& goal, const std::vector<bool>& held = {},
                std::size_t tile_points = tile_of_network);
    /// The same rows and goal in another precision. Rounding rarely merges two bases, so both usually have the same
    /// distinct rows and then share one plan.
    PlannedRows(const tabular::Dataset& data, const tabular::Goal& goal, const PlannedRows<OtherPrecision>& other);
    PlannedRows(const PlannedRows&) = delete;
    PlannedRows& operator=(const PlannedRows&) = delete;
    ~PlannedRows() = default;

    /// The point of every kind of row in the plan.
    std::vector<std::uint32_t> points_of_kinds() const;
    /// The scores of a model that knows only the base rates of the target: log odds, or log shares; 0 for a numeric
    /// target, which is already centred.
    std::vector<double> base_scores(const tabular::Schema& schema) const;
    /// Builds the plan, again if its entries were freed.
    void make_plan();

    Inputs<T> inputs;  ///< without row_base and row_variant, which the kinds replace
    std::shared_ptr<RowPlan> row_plan;
    // The members of row_plan:
    const Population& population = row_plan->population;
    const std::vector<double>& held_weight = row_plan->held_weight;
    Plan& plan = row_plan->plan;
    PlanBuilder builder;

  private:
    void forget_rows();
};

}  // namespace alcole::engine
