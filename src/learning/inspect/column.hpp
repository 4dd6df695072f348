#pragma once

#include <alcole/learning/inspect.hpp>
#include <alcole/tabular/table.hpp>

#include <cstdint>
#include <span>
#include <vector>

/// Properties of one column of a table, and how well it predicts another. Only loops over data; the wording is
/// elsewhere.
namespace alcole::learning {

ColumnFacts facts_of(const tabular::Column& column);

/// E[z^4] with z = (value - mean) / sd: 3 for a normal distribution, 9 for an exponential one, more for heavier tails.
/// 0 for words.
double kurtosis(const tabular::Column& column);

/// Values as small integers: the codes of words, or the rank of a number among the distinct numbers; -1 if missing.
std::vector<std::int32_t> ranked(const tabular::Column& column);

/// How well a column predicts the classes by itself.
struct Association {
    double base = 0;      ///< share of the largest class: the accuracy without any column
    double accuracy = 0;  ///< of predicting the largest class for each value, or on each side of the best threshold
};
/// `classes` are 0, 1, ..., or -1 for rows that do not count. A missing value counts as a separate value.
Association association(const tabular::Column& column, std::span<const std::int32_t> classes);

/// The same, using only whether the value is missing.
Association association_by_presence(const tabular::Column& column, std::span<const std::int32_t> classes);

/// The share of the variance of `target` explained by a straight line in a number column, or by the means of the levels
/// of a category column.
double explained(const tabular::Column& column, std::span<const double> target);

/// The largest of the groups' means of (target - overall mean)^2.
double worst_spread(const tabular::Column& groups, std::span<const double> target);

/// How little the order of a column's numbers has to do with the target, as would be the case for codes: the share of
/// the variation between values that is not explained by any curve that rises and then falls, or falls and then rises.
/// With n_j rows of value j, m_j the mean of the target among them, m its overall mean, k values, and s^2 the variance
/// of the target within a value,
///
///     (min_curve sum n_j (m_j - curve_j)^2 - (k - 2) s^2)  /  (sum n_j (m_j - m)^2 - (k - 1) s^2)
///
/// Values with fewer than 10 rows do not count. 0 if it may be due to chance or is too small to mention.
double disorder(const tabular::Column& column, std::span<const double> target);

}  // namespace alcole::learning
