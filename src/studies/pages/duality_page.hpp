#pragma once

#include "report/document.hpp"
#include "studies/duality.hpp"

namespace alcole::studies {

report::Document duality_page(const Duality& study);
report::Document duality_summary(const Duality& study);  ///< for a terminal

}  // namespace alcole::studies
