#pragma once

#include <alcole/learning/outcome.hpp>
#include <alcole/tabular/learning.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace alcole::learning {

/// Puts what constraints on single rows cost into the outcome, each row with its loss at theta; the most expensive row
/// first. `prices`: as the search found them, of rows of the problem. `numbers`: what rows are known by; empty: counted
/// from 1.
void tell_row_prices(std::vector<RowPrice> prices, tabular::LearningProblem<float>& problem,
                     std::span<const float> theta, std::span<const std::size_t> numbers, Outcome& outcome);

}  // namespace alcole::learning
