#pragma once

#include <alcole/learning/inspect.hpp>

#include "learning/inspect/column.hpp"

#include <string>
#include <vector>

namespace alcole::learning {

/// What is to be said of one column that is neither the target nor protected, by itself: an identifier, a date, ...
/// Nothing when there is nothing to say.
std::optional<Finding> judge_alone(const tabular::Column& column, const ColumnFacts& facts, std::size_t num_rows);

/// What a run says of such a column before it learns from it: that it is empty, or that it holds numbers which are not
/// read as such.
std::optional<Note> odd_values(const tabular::Column& column, const ColumnFacts& facts);

/// What is to be said of it beside the target: that it tells the answer.
std::optional<Finding> judge_beside(const tabular::Column& column, const ColumnFacts& facts,
                                    const tabular::Column& target, tabular::Task task);

/// That its numbers may be codes: by its name, or because their order says little about the target.
std::optional<Finding> judge_order(const tabular::Column& column, const ColumnFacts& facts,
                                   const tabular::Column& target, tabular::Task task);

/// That a few of its numbers lie far from the rest.
std::optional<Finding> judge_tail(const tabular::Column& column, const ColumnFacts& facts);

/// The share in percent, with as many digits as it needs: "99.7 %".
std::string percent(double share);

}  // namespace alcole::learning
