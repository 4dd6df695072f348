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
        {"older", {.kind = ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {"age"}, .add = 1.5}},
        {"older_and_other_sex",
         {.kind = ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {"age", "sex"}, .add = -0.7}},
        {"gap_of_loss",
         {.kind = ConstraintKind::gap, .bound = 0.1, .attributes = {"race"}, .risk = "loss + 0.5 * loss[debts >= 0]"}},
        {"sum_of_losses", {.kind = ConstraintKind::expression, .bound = 1.5, .risk = "loss + 0.5 * loss[debts >= 0]"}},
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
    if (!tabular::scores_classes(task)) {
        zoo.push_back({"monotone", {.kind = ConstraintKind::monotone, .bound = 0.1, .attributes = {"age"}, .add = 2}});
        zoo.push_back({"lipschitz",
                       {.kind = ConstraintKind::lipschitz,
                        .bound = 0.1,
                        .attributes = {"debts", "sex"},
                        .level = 0.2,
                        .add = 1}});
    }
    if (task == tabular::Task::regression) {
        zoo.push_back(
            {"predictions", {.kind = ConstraintKind::gap, .bound = 1, .attributes = {"sex"}, .risk = "prediction"}});
        zoo.push_back({"absolute_errors",
                       {.kind = ConstraintKind::gap, .bound = 1, .attributes = {"sex"}, .risk = "absolute_error"}});
        zoo.push_back(
            {"quantile_loss",
             {.kind = ConstraintKind::ratio, .bound = 0.9, .attributes = {"race"}, .risk = "quantile_loss(0.9)"}});
        return zoo;
    }
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
    const auto rate = [&](Rate which, double bound, bool at_least) {
        zoo.push_back({std::string(to_string(which)) + "_of_groups",
                       {.kind = ConstraintKind::rate,
                        .bound = bound,
                        .attributes = {"sex"},
                        .rate = which,
                        .at_least = at_least}});
    };
    rate(Rate::false_negative_rate, 0.4, false);
    rate(Rate::true_negative_rate, 0.4, true);
    rate(Rate::balanced_error, 0.4, false);
    rate(Rate::precision, 0.4, true);
    rate(Rate::false_discovery_rate, 0.4, false);
    rate(Rate::f_score, 0.4, true);
    const std::vector<std::pair<std::string, tabular::Constraint>> named = {
        {"four_fifths", {.kind = ConstraintKind::four_fifths, .attributes = {"race"}}},
        {"ratio", {.kind = ConstraintKind::ratio, .bound = 0.9, .attributes = {"sex"}, .risk = "accuracy"}},
        {"parity_within",
         {.kind = ConstraintKind::demographic_parity, .bound = 0.05, .attributes = {"race"}, .within = {"sex"}}},
        {"predictive_parity",
         {.kind = ConstraintKind::predictive_parity, .bound = 0.1, .attributes = {"sex"}, .level = 0.5}},
        {"selection_budget",
         {.kind = ConstraintKind::selection_budget, .bound = 0.4, .attributes = {"sex"}, .lower_bound = 0.2}},
        {"churn",
         {.kind = ConstraintKind::churn,
          .bound = 0.2,
          .attributes = {task == tabular::Task::binary ? "repaid" : "grade"},
          .rows = {"debts >= 0"}}},
        {"probability", {.kind = ConstraintKind::gap, .bound = 0.1, .attributes = {"sex"}, .risk = "probability"}},
    };
    zoo.insert(zoo.end(), named.begin(), named.end());
    zoo.push_back({"calibration",
                   {.kind = ConstraintKind::calibration, .bound = 0.05, .attributes = {"sex"}, .positive = positive}});
    if (task != tabular::Task::binary)
        zoo.push_back(
            {"top_two", {.kind = ConstraintKind::gap, .bound = 0.1, .attributes = {"race"}, .risk = "top(2)"}});
    return zoo;
}

}  // namespace alcole::tests
