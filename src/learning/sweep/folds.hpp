#pragma once

#include <alcole/learning/repeat.hpp>
#include <alcole/tabular/split.hpp>

#include <cstddef>
#include <vector>

namespace alcole::learning {

/// k splits of a table; every held-out part has its share of each stratum (strata_of). Throws std::invalid_argument
/// with a sentence unless 2 <= k <= rows.
std::vector<tabular::Split> folds_of(const Config& config, const tabular::Table& table, std::size_t k);

/// Summarises several outcomes. The constraints are those of the first outcome, matched by name in the others: a value
/// that does not occur among the training rows of a fold gives no constraint there.
Repeated summarise(Method method, std::vector<Outcome> runs);

}  // namespace alcole::learning
