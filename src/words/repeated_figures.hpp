#pragma once

#include <alcole/learning/repeat.hpp>

#include "words/common.hpp"
#include "words/methods.hpp"

#include <optional>
#include <span>
#include <vector>

/// The figures of runs that were repeated: methods side by side, or one method on several splits.
namespace alcole::words {

using Methods = std::span<const learning::Repeated>;

MethodLook look_of(const learning::Repeated& repeated, std::size_t position);

/// The constraints of the first run that has any; all runs have the same.
std::span<const learning::ConstraintOutcome> constraints_of(Methods methods);

bool has_held_out(const learning::Repeated& repeated);
bool has_prices(const learning::Repeated& repeated);  ///< its first run has multipliers

/// The most runs that one of them has.
std::size_t num_runs(Methods methods);

std::vector<LegendEntry> method_legend(Methods methods);

Figure scores_figure(Methods methods);
std::optional<Figure> risks_figure(Methods methods);
std::optional<Figure> repeated_prices_figure(const learning::Repeated& repeated);
std::optional<Figure> settling_figure(Methods methods);

}  // namespace alcole::words
