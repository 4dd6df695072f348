#pragma once

#include <alcole/tabular/calibrate.hpp>
#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/goal.hpp>
#include <alcole/tabular/model.hpp>

#include "base/enum_names.hpp"

namespace alcole::tabular {

constexpr auto names_of(ColumnType) { return base::words("number", "category", "boolean"); }
constexpr auto names_of(Task) { return base::words("binary", "multiclass", "regression", "ordinal"); }
constexpr auto names_of(TaskChoice) { return base::words("auto", "ordinal", "regression"); }
constexpr auto names_of(Calibration) { return base::words("none", "platt", "isotonic"); }
constexpr auto names_of(Objective) { return base::words("loss", "error_rate"); }
constexpr auto names_of(Activation) { return base::words("sigmoid", "tanh", "softplus", "gelu", "silu", "relu"); }
constexpr auto names_of(ConstraintKind) {
    return base::words("counterfactual", "demographic_parity", "equal_opportunity", "equalized_odds", "error_rate",
                       "rate", "group_loss", "mean_prediction", "expression", "gap", "ratio", "four_fifths",
                       "predictive_parity", "selection_budget", "calibration", "churn", "monotone", "lipschitz",
                       "row_loss");
}
constexpr auto names_of(Rate) {
    return base::words("positive_rate", "recall", "false_positive_rate", "error_rate", "accuracy",
                       "false_negative_rate", "true_negative_rate", "balanced_error", "precision",
                       "false_discovery_rate", "f_score");
}
constexpr auto names_of(Term::Measure) {
    return base::words("loss", "divergence", "predicted", "correct", "error", "other", "probability", "top", "off",
                       "prediction", "quantile", "lowered", "moved", "one");
}
constexpr auto names_of(OtherSide::Sum) { return base::words("negated", "exchanged", "equal"); }
constexpr auto names_of(Condition::Relation) {
    return base::words("equal", "not_equal", "less", "at_most", "greater", "at_least", "among", "not_among", "missing",
                       "not_missing");
}

}  // namespace alcole::tabular
