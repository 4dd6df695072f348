#pragma once

#include "report/document.hpp"
#include "studies/learnability.hpp"

namespace alcole::studies {

report::Document learnability_page(const Learnability& study);
report::Document learnability_summary(const Learnability& study);  ///< for a terminal

}  // namespace alcole::studies
