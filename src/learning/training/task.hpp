#pragma once

#include <alcole/learning/fit.hpp>
#include <alcole/tabular/learning.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace alcole::learning {

/// One split with everything that is fitted on its training rows.
struct Task : Rows {
    tabular::Goal goal{};
    tabular::Model shape{};
    tabular::BatchOptions batches{};
    std::optional<tabular::Dataset> calibrate{};  ///< training rows set aside, for Config::model.calibrate
    std::vector<std::size_t> row_numbers{};       ///< what training rows are known by; empty: counted from 1
    std::vector<Note> notes{};                    ///< what a user should know of these constraints on these rows

    const tabular::Schema& schema() const { return train.schema(); }
    bool linear() const { return shape.is_linear(); }
    /// There is a constraint whose bound is searched for.
    bool minimised() const { return std::ranges::any_of(goal.constraints, &tabular::RiskDefinition::minimise); }
    /// The goal with bounds that are all given: what a model is judged by.
    tabular::Goal judged_goal() const {
        tabular::Goal judged = goal;
        for (auto& risk : judged.constraints) risk.minimise = false;
        return judged;
    }
    /// Some constraint is on rates, which are step functions.
    bool has_rates() const {
        return std::ranges::any_of(goal.constraints, [](const tabular::RiskDefinition& risk) {
            return std::ranges::any_of(risk.terms, &tabular::Term::is_rate);
        });
    }
    /// Every constraint is one on predicted classes, and none on how sure the model is.
    bool of_classes_alone() const {
        return std::ranges::all_of(goal.constraints, [](const tabular::RiskDefinition& risk) {
            return std::ranges::all_of(risk.terms, [](const tabular::Term& term) {
                return term.is_rate() && term.measure != tabular::Term::Measure::moved;
            });
        });
    }
    /// There are constraints on single rows.
    bool each_row() const { return std::ranges::any_of(goal.constraints, &tabular::RiskDefinition::each_row); }
};

}  // namespace alcole::learning
