#pragma once

#include "report/figure.hpp"
#include "run/outcome/outcome.hpp"
#include "studies/pages/methods.hpp"

#include <optional>
#include <span>
#include <vector>

/// The figures of runs that were repeated: methods side by side, or one method on several splits.
namespace alcole::report {

MethodLook look_of(const run::Repeated& repeated, std::size_t position);

/// The constraints of the first run that has any; all runs have the same.
std::span<const run::ConstraintOutcome> constraints_of(std::span<const run::Repeated> methods);

bool has_held_out(const run::Repeated& repeated);
bool has_prices(const run::Repeated& repeated);  ///< its first run has multipliers
bool is_regression(const run::Repeated& repeated);

/// The most runs that one of them has.
std::size_t num_runs(std::span<const run::Repeated> methods);

std::vector<LegendEntry> method_legend(std::span<const run::Repeated> methods);

Figure scores_figure(std::span<const run::Repeated> methods);
std::optional<Figure> risks_figure(std::span<const run::Repeated> methods);
std::optional<Figure> repeated_prices_figure(const run::Repeated& repeated);
std::optional<Figure> settling_figure(std::span<const run::Repeated> methods);

}  // namespace alcole::report
