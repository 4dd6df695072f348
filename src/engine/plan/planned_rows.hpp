#pragma once

#include <alcole/tabular/dataset.hpp>
#include <alcole/tabular/goal.hpp>

#include "engine/plan/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace alcole::engine {

/// What the risks of a goal make of rows, in whatever precision models read these.
struct RowPlan {
    Population population{};
    std::vector<double>
        held_weight{};          ///< per row: its weight where the objective leaves it out, else 0; empty: of none
    Plan plan{};                ///< of all rows
    std::size_t num_pairs = 0;  ///< of the plan, also when its entries are forgotten
    bool has_steps = false;     ///< likewise
};

/// The rows of a data set, planned for the risks of a goal. The parts refer to each other, so they stay where they are.
template <class T>
struct PlannedRows {
    using OtherPrecision = std::conditional_t<std::is_same_v<T, float>, double, float>;

    /// `held`: per row, whether the objective leaves it out; empty: none. Throws std::invalid_argument with a sentence
    /// when a target is missing or a group has no rows.
    PlannedRows(const tabular::Dataset& data, const tabular::Goal& goal, const std::vector<bool>& held = {},
                std::size_t tile_points = tile_of_network);
    /// The same rows and goal in another precision. Rounding seldom makes two bases one, so both mostly have the same
    /// distinct rows, and then there is one plan for both.
    PlannedRows(const tabular::Dataset& data, const tabular::Goal& goal, const PlannedRows<OtherPrecision>& other);
    PlannedRows(const PlannedRows&) = delete;
    PlannedRows& operator=(const PlannedRows&) = delete;
    ~PlannedRows() = default;

    /// The point of every kind of rows in the plan.
    std::vector<std::uint32_t> points_of_kinds() const;
    /// The scores of a model that knows the target's base rates alone: log odds, or log shares; 0 of a number, whose
    /// targets have mean 0 already.
    std::vector<double> base_scores(const tabular::Schema& schema) const;
    /// Makes the plan, also where its entries were forgotten.
    void make_plan();

    Inputs<T> inputs;  ///< without those of rows: kinds have them
    std::shared_ptr<RowPlan> row_plan;
    // Its parts:
    const Population& population = row_plan->population;
    const std::vector<double>& held_weight = row_plan->held_weight;
    Plan& plan = row_plan->plan;
    PlanBuilder builder;

  private:
    void forget_rows();
};

}  // namespace alcole::engine
