#pragma once

#include <alcole/tabular/constraint.hpp>

#include "table/expression.hpp"

#include <string>
#include <vector>

/// Kinds of constraints as what they are short for.
namespace alcole::table {

/// An expression and what it is called.
struct Stated {
    std::string title{};
    Expression expression{};
};

/// Every kind as expressions; columns and values are not looked at yet. Throws std::invalid_argument with a sentence
/// when something is missing, or an expression cannot be read.
///
///     demographic_parity   max(positive_rate[sex]) - min(positive_rate[sex]) <= bound
///       against the whole  abs(positive_rate[sex] - positive_rate) <= bound
///     rate                 recall[sex] >= bound
///     four_fifths          min(positive_rate[sex]) - 0.8 * max(positive_rate[sex]) >= 0
///     counterfactual       divergence <= bound
std::vector<Stated> short_forms(const tabular::Constraint& constraint);

/// Whether the bound of the risks is not the one that was stated, which is a factor in them: of ratios and fractions.
bool hides_bound(const tabular::Constraint& constraint);
/// The bound, and that of the kind where none was stated.
double stated_bound(const tabular::Constraint& constraint);

/// Of churn: the column with the answers of the other model. Those of a file are put there before training.
std::string answers_column(const tabular::Constraint& constraint);

/// Whether groups are compared with each other, so that there must be two of them.
bool compares_groups(tabular::ConstraintKind kind);
/// Whether rows are compared with their twins, whose attributes are changed.
bool changes_attributes(tabular::ConstraintKind kind);
/// Whether the bound is a factor in the risk, so that another bound is another risk: of ratios and fractions, and of
/// expressions that have their number in them.
bool bound_is_inside(const tabular::Constraint& constraint);

}  // namespace alcole::table
