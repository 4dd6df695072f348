#pragma once

#include <alcole/learning/repeat.hpp>
#include <alcole/tabular/split.hpp>

#include <cstddef>
#include <vector>

namespace alcole::learning {

/// k splits of a table; every held-out part has its share of each stratum (strata_of). Throws std::invalid_argument
/// with a sentence unless 2 <= k <= rows.
std::vector<tabular::Split> folds_of(const Config& config, const tabular::Table& table, std::size_t k);

/// What several outcomes have in common. Constraints are those of the first one, found in the others by their names: a
/// value that does not occur among the training rows of some fold makes no constraint there.
Repeated summarise(Method method, std::vector<Outcome> runs);

}  // namespace alcole::learning
