#pragma once

#include <alcole/tabular/constraint.hpp>

#include <string>
#include <utility>
#include <vector>

/// At least one constraint of every kind and form, for the columns of random_table().
namespace alcole::tests {

inline std::vector<std::pair<std::string, tabular::Constraint>> constraint_zoo(tabular::Task task) {
    using tabular::ConstraintKind;
    using tabular::Rate;
    std::vector<std::pair<std::string, tabular::Constraint>> zoo = {
        {"flip", {.kind = ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {"sex"}}},
        {"set_each", {.kind = ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {"race"}}},
        {"from_to",
         {.kind = ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {"race"}, .from = "red", .to = "blue"}},
        {"own_rows",
         {.kind = ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {"job"}, .rows = {"debts >= 0"}}},
        {"group_loss", {.kind = ConstraintKind::group_loss, .bound = 0.7, .attributes = {"race"}}},
    };
    if (task == tabular::Task::regression || task == tabular::Task::ordinal) {
        zoo.push_back({"means", {.kind = ConstraintKind::mean_prediction, .bound = 0.1, .attributes = {"race"}}});
        zoo.push_back({"means_of_some",
                       {.kind = ConstraintKind::mean_prediction,
                        .bound = 0.1,
                        .attributes = {"sex"},
                        .rows = {"debts >= 0"},
                        .against_whole = true}});
    }
    if (task == tabular::Task::regression) return zoo;
    const std::string positive = tabular::scores_classes(task) ? "middle" : "";
    const std::vector<std::pair<std::string, tabular::Constraint>> rates = {
        {"parity", {.kind = ConstraintKind::demographic_parity, .bound = 0.05, .attributes = {"race"}}},
        {"parity_crossed",
         {.kind = ConstraintKind::demographic_parity,
          .bound = 0.05,
          .attributes = {"sex", "race"},
          .against_whole = true}},
        {"opportunity",
         {.kind = ConstraintKind::equal_opportunity,
          .bound = 0.05,
          .attributes = {"sex"},
          .rows = {"age is not missing"}}},
        {"odds", {.kind = ConstraintKind::equalized_odds, .bound = 0.05, .attributes = {"sex"}, .positive = positive}},
        {"errors", {.kind = ConstraintKind::error_rate, .bound = 0.05, .attributes = {"sex"}}},
        {"recall",
         {.kind = ConstraintKind::rate, .bound = 0.8, .rate = Rate::recall, .at_least = true, .positive = positive}},
        {"positive_rate", {.kind = ConstraintKind::rate, .bound = 0.3, .attributes = {"race"}, .positive = positive}},
        {"accuracy", {.kind = ConstraintKind::rate, .bound = 0.6, .rate = Rate::accuracy, .at_least = true}},
    };
    zoo.insert(zoo.end(), rates.begin(), rates.end());
    return zoo;
}

}  // namespace alcole::tests
