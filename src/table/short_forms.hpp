#pragma once

#include <alcole/tabular/constraint.hpp>

#include "table/expression.hpp"

#include <optional>
#include <string>
#include <vector>

/// Kinds of constraints, as the expressions that they abbreviate.
namespace alcole::table {

/// An expression and its name.
struct Stated {
    std::string title{};
    Expression expression{};
    std::optional<double> ratio{};  ///< if it is a sum over some group minus this share of it over another one
};

/// Every kind as expressions, without checking columns and values yet. Throws std::invalid_argument with a sentence if
/// something is missing, an expression cannot be parsed, or no model can meet it.
///
///     demographic_parity   max(positive_rate[sex]) - min(positive_rate[sex]) <= bound
///       against the whole  abs(positive_rate[sex] - positive_rate) <= bound
///     rate                 recall[sex] >= bound
///     four_fifths          min(positive_rate[sex]) - 0.8 * max(positive_rate[sex]) >= 0
///     counterfactual       divergence <= bound
std::vector<Stated> short_forms(const tabular::Constraint& constraint);

/// True if the stated bound is a factor in the risk, so that the risk itself has another bound: for ratios and
/// fractions of rates.
bool hides_bound(const tabular::Constraint& constraint);
/// The stated bound, or the default of the kind.
double stated_bound(const tabular::Constraint& constraint);

/// For churn: the column with the other model's predictions. Those of a model file are added to the table before
/// training.
std::string answers_column(const tabular::Constraint& constraint);

/// True if groups are compared with each other, which requires at least two.
bool compares_groups(tabular::ConstraintKind kind);
/// True if rows are compared with twins whose attributes are changed.
bool changes_attributes(tabular::ConstraintKind kind);
/// True if another bound means another risk: for ratios and fractions of rates, and for expressions that contain their
/// bound.
bool bound_is_inside(const tabular::Constraint& constraint);
/// True if the bound can be moved without changing the risk. Not in an expression that compares a fraction with
/// `bound` either, since the fraction is multiplied out.
bool can_move_bound(const tabular::Constraint& constraint);

}  // namespace alcole::table
