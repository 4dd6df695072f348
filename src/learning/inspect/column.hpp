#pragma once

#include <alcole/learning/inspect.hpp>
#include <alcole/tabular/table.hpp>

#include <cstdint>
#include <span>
#include <vector>

/// What one column of a table is like, and how much it tells of another. Loops over data; the words are elsewhere.
namespace alcole::learning {

ColumnFacts facts_of(const tabular::Column& column);

/// E[z^4], z = (value - mean) / sd: 3 of a normal distribution, 9 of an exponential one, more with heavier tails. 0 for
/// words.
double kurtosis(const tabular::Column& column);

/// Values as small numbers: the codes of words, or the place of a number among all numbers; -1 where missing.
std::vector<std::int32_t> ranked(const tabular::Column& column);

/// How well a column alone would predict the classes.
struct Telling {
    double base = 0;      ///< share of rows of the largest class: what no column at all gives
    double accuracy = 0;  ///< with the largest class for each value, or on each side of the best threshold
};
/// `classes` are 0, 1, ... or -1 for rows that do not count. A missing value counts as a value of its own.
Telling telling(const tabular::Column& column, std::span<const std::int32_t> classes);

/// The same, of nothing but whether there is a value.
Telling telling_by_presence(const tabular::Column& column, std::span<const std::int32_t> classes);

/// The share of the variance of `target` that a straight line in a number column explains, or the means of each word of
/// another one.
double explained(const tabular::Column& column, std::span<const double> target);

/// The mean of (target - its mean over all rows)^2 in the group, of those that the column makes, where it is largest.
double worst_spread(const tabular::Column& groups, std::span<const double> target);

/// How little the order of a column's numbers has to do with the target, as of codes: the share of what the values tell
/// of it, each by itself, that no curve tells which rises and then falls, or falls and then rises. With n_j rows of
/// value j, of which the target has the mean m_j, and s^2 the variance of the target at one value,
///
///     (min_curve sum n_j (m_j - curve_j)^2 - (k - 2) s^2)  /  (sum n_j (m_j - m)^2 - (k - 1) s^2)
///
/// Values with few rows do not count. 0 where it may be chance, or is hardly worth a word.
double disorder(const tabular::Column& column, std::span<const double> target);

}  // namespace alcole::learning
