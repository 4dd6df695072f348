#pragma once

#include <alcole/learning/fit.hpp>
#include <alcole/tabular/learning.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace alcole::learning {

/// One split, and everything that is fitted to its training rows.
struct TrainingTask : Rows {
    tabular::Goal goal{};
    tabular::Model shape{};
    tabular::BatchOptions batches{};
    std::optional<tabular::Dataset> calibrate{};  ///< training rows set aside, for Config::model.calibrate
    std::vector<std::size_t> row_numbers{};       ///< how the user knows the training rows; empty: counted from 1
    std::vector<Note> notes{};                    ///< what the user should know about these constraints on these rows

    const tabular::Schema& schema() const { return train.schema(); }
    bool linear() const { return shape.is_linear(); }
    /// True if there is a constraint whose bound is minimised.
    bool minimised() const { return std::ranges::any_of(goal.constraints, &tabular::RiskDefinition::minimise); }
    /// The goal with all bounds given, by which a model is judged.
    tabular::Goal judged_goal() const {
        tabular::Goal judged = goal;
        for (auto& risk : judged.constraints) risk.minimise = false;
        return judged;
    }
    /// True if some constraint may give way, at its price.
    bool soft() const { return std::ranges::any_of(goal.constraints, &tabular::RiskDefinition::is_soft); }
    /// True if some constraint is on rates, which are step functions.
    bool has_rates() const { return std::ranges::any_of(goal.constraints, &tabular::RiskDefinition::is_rate); }
    /// True if every constraint depends on predicted classes only, not on probabilities or predicted numbers.
    bool of_classes_alone() const {
        return std::ranges::all_of(goal.constraints, [](const tabular::RiskDefinition& risk) {
            return std::ranges::all_of(risk.terms, &tabular::Term::is_of_classes);
        });
    }
    /// True if there are constraints on single rows.
    bool each_row() const { return std::ranges::any_of(goal.constraints, &tabular::RiskDefinition::each_row); }
};

}  // namespace alcole::learning
