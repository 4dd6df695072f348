#pragma once

#include <alcole/learning/outcome.hpp>
#include <alcole/tabular/learning.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace alcole::learning {

/// Adds the prices of constraints on single rows to the outcome, each with the row's loss at theta, most expensive row
/// first. `prices`: as found by the search, with rows of the problem. `numbers`: how the user knows the rows; empty:
/// counted from 1.
void report_row_prices(std::vector<RowPrice> prices, tabular::LearningProblem<float>& problem,
                       std::span<const float> theta, std::span<const std::size_t> numbers, Outcome& outcome);

}  // namespace alcole::learning
