#pragma once

#include "report/line_chart.hpp"
#include "words/common.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

/// The figures of a run, not yet numbered. One without anything to show is empty.
namespace alcole::words {

/// Training and held-out rows look the same in every figure.
inline constexpr int training_slot = 3;
inline constexpr int held_out_slot = 1;

std::optional<Figure> bounds_figure(const learning::Outcome& outcome);  ///< risks in units of their bounds
std::optional<Figure> prices_figure(const learning::Outcome& outcome);  ///< multipliers times bounds
std::optional<Figure> trace_figure(const learning::Outcome& outcome);   ///< the way there
std::optional<Figure> groups_figure(const std::vector<tabular::GroupRates>& groups);

/// The constraints that get a colour and a name in traces, the dearest first; the others stay in the background.
std::vector<std::size_t> named_constraints(const learning::Outcome& outcome);

/// The multipliers of a run, and a legend for panels with these lines.
LinePanel multiplier_lines(const learning::Outcome& outcome, std::span<const std::size_t> named, std::string title);
std::vector<LegendEntry> constraint_legend(const learning::Outcome& outcome, std::span<const std::size_t> named);

}  // namespace alcole::words
