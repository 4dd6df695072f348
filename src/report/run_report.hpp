#pragma once

#include "run/outcome/outcome.hpp"

#include <string>

/// Runs on paper. Nothing is computed here: numbers come from the outcome, this room gives them words and places. Every
/// page is one file that opens offline and asks the network for nothing.
namespace alcole::report {

/// One training: is every constraint met, what does each cost, how did it get there, what does it mean for groups.
std::string run_html(const run::Outcome& outcome);

/// The trade-off curve: what every bound costs.
std::string sweep_html(const run::Sweep& sweep);

/// The methods side by side.
std::string comparison_html(const run::Comparison& comparison);

/// One method on several splits of the rows.
std::string cross_validation_html(const run::Repeated& repeated);

/// Markdown to lie beside the model: what it predicts, from what, under which promises, and what it is not for.
std::string model_card(const run::Outcome& outcome);

}  // namespace alcole::report
