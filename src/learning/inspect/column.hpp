#pragma once

#include <alcole/learning/inspect.hpp>
#include <alcole/tabular/table.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// What one column of a table is like, and how much it tells of another. Loops over data; the words are elsewhere.
namespace alcole::learning {

ColumnFacts facts_of(const tabular::Column& column);

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

/// How little the order of a column's numbers has to do with the target, which codes have nothing to do with. Of the
/// means m_j of the target at the values v_1 < v_2 < ..., without the part that is noise,
///
///     r = mean (m_j - m_j-1)^2 / (2 variance of m_j)
///
/// is about 1 where neighbours are no more alike than any two, 6 / (k^2 - 1) on a straight line of k values, and near 0
/// on any smooth curve. Nothing where the means differ by hardly more than chance, or there are too few rows to tell.
std::optional<double> disorder(const tabular::Column& column, std::span<const double> target);

}  // namespace alcole::learning
