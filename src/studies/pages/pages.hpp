#pragma once

#include "report/document.hpp"
#include "studies/duality.hpp"
#include "studies/learnability.hpp"
#include "studies/study.hpp"

#include <string>

/// The studies as documents, for a page and for a terminal. Nothing is computed here: numbers come from the studies.
namespace alcole::studies {

report::Document page(const Study& study);
report::Document page(const Learnability& study);
report::Document page(const Duality& study);
report::Document summary(const Study& study);
report::Document summary(const Learnability& study);
report::Document summary(const Duality& study);

/// One figure as an SVG file of its own, for papers and documentation: light colours on white, no script.
///   1  multipliers over the dual steps      2  slacks over the dual steps
///   3  accuracy and unchanged predictions   4  every model of the last half of training
///   5  the sweep over dual steps; a study without a sweep has none
/// Throws std::invalid_argument for a figure that the study does not have.
std::string figure_svg(const Study& study, int figure);

}  // namespace alcole::studies
