#pragma once

#include <alcole/learning/inspect.hpp>

#include <string>

namespace alcole::learning {

/// What can be said about a column that is neither the target nor protected, without looking at the target: an
/// identifier, a date, ... Nothing if there is nothing to say.
std::optional<Finding> judge_alone(const tabular::Column& column, const ColumnFacts& facts, std::size_t num_rows);

/// What a run reports about such a column before training: it is empty, or contains numbers that are not read as such.
std::optional<Note> odd_values(const tabular::Column& column, const ColumnFacts& facts);

/// What can be said about it in relation to the target: it gives the target away.
std::optional<Finding> judge_beside(const tabular::Column& column, const ColumnFacts& facts,
                                    const tabular::Column& target, tabular::Task task);

/// Reports that its numbers may be codes, judging by its name, or because their order says little about the target.
std::optional<Finding> judge_order(const tabular::Column& column, const ColumnFacts& facts,
                                   const tabular::Column& target, tabular::Task task);

/// Reports that a few of its numbers lie far from the rest.
std::optional<Finding> judge_tail(const tabular::Column& column, const ColumnFacts& facts);

/// Reports words that differ only in capitals. Also for the target and for protected columns.
std::optional<Finding> judge_spelling(const tabular::Column& column);

/// The share in percent, rounded down to a tenth: "99.7 %".
std::string percent_rounded_down(double share);

}  // namespace alcole::learning
