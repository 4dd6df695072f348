#pragma once

#include "studies/study.hpp"

#include <string>

/// The study on paper. Nothing is computed here: numbers come from the Study, this room gives them words and places.
namespace alcole::report {

/// One page that opens offline: HTML with its style, script and figures inside. It asks the network for nothing.
std::string study_html(const studies::Study& study);

/// One figure as an SVG file of its own, for papers and documentation: light colours on white, no script.
///   1  multipliers over the dual steps      2  slacks over the dual steps
///   3  accuracy and unchanged predictions   4  the sweep over dual steps; a study without a sweep has none
/// Throws std::invalid_argument for a figure that the study does not have.
std::string figure_svg(const studies::Study& study, int figure);

}  // namespace alcole::report
