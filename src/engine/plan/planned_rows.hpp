#pragma once

#include <alcole/tabular/dataset.hpp>
#include <alcole/tabular/goal.hpp>

#include "engine/plan/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace alcole::engine {

/// The rows of a data set, planned for the risks of a goal. The parts refer to each other, so they stay where they are.
template <class T>
struct PlannedRows {
    /// `held`: per row, whether the objective leaves it out; empty: none. Throws std::invalid_argument with a sentence
    /// when a target is missing or a group has no rows.
    PlannedRows(const tabular::Dataset& data, const tabular::Goal& goal, const std::vector<bool>& held = {},
                std::size_t tile_points = tile_of_network);
    PlannedRows(const PlannedRows&) = delete;
    PlannedRows& operator=(const PlannedRows&) = delete;
    ~PlannedRows() = default;

    /// The point of every kind of rows in the plan.
    std::vector<std::uint32_t> points_of_kinds() const;
    /// The scores of a model that knows the target's base rates alone: log odds, or log shares; 0 of a number, whose
    /// targets have mean 0 already.
    std::vector<double> base_scores(const tabular::Schema& schema) const;

    Inputs<T> inputs;
    Population population;
    std::vector<double> held_weight;  ///< per row: its weight where the objective leaves it out, else 0
    PlanBuilder builder;
    Plan plan;  ///< of all rows
};

}  // namespace alcole::engine
