#pragma once

#include <alcole/context.hpp>
#include <alcole/learning/outcome.hpp>

#include "learning/config/config.hpp"
#include "learning/training/source.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// The same settings on several splits of the rows: how far can one run be trusted, and which method does best?
namespace alcole::learning {

/// k splits of a table; every held-out part has its share of each stratum (strata_of). Throws std::invalid_argument
/// with a sentence unless 2 <= k <= rows.
std::vector<tabular::Split> folds_of(const Config& config, const tabular::Table& table, std::size_t k);

/// What several outcomes have in common. Constraints are those of the first one, found in the others by their names: a
/// value that does not occur among the training rows of some fold makes no constraint there.
Repeated summarise(Method method, std::vector<Outcome> runs);

/// k trainings, each of which holds out another k-th of the rows of data.file; data.test and data.test_file are not
/// looked at. Nothing when it was stopped. Throws std::invalid_argument or std::runtime_error with a sentence.
std::optional<Repeated> cross_validate(const Config& config, const Source& source, std::size_t k,
                                       const Context& context);

/// Unconstrained, penalty, lagrangian and augmented, each with `seeds` seeds from solve.seed on. A seed decides the
/// split and the first weights, so that all methods see the same ones. Otherwise the settings are those of the run,
/// less what a method does not know (an adaptive penalty without a penalty, the printed rule of another method).
std::optional<Comparison> compare(const Config& config, const Source& source, std::size_t seeds,
                                  const Context& context);

}  // namespace alcole::learning
