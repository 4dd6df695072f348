#pragma once

#include "report/document.hpp"
#include "studies/study.hpp"

#include <string>

/// The paper's study as documents. Nothing is computed here: numbers come from the Study.
namespace alcole::studies {

report::Document study_page(const Study& study);
report::Document study_summary(const Study& study);  ///< for a terminal

/// One figure as an SVG file of its own, for papers and documentation: light colours on white, no script.
///   1  multipliers over the dual steps      2  slacks over the dual steps
///   3  accuracy and unchanged predictions   4  the sweep over dual steps; a study without a sweep has none
/// Throws std::invalid_argument for a figure that the study does not have.
std::string figure_svg(const Study& study, int figure);

}  // namespace alcole::studies
