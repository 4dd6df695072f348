#pragma once

#include "studies/duality.hpp"

#include <string>

namespace alcole::report {

/// Perturbation functions with what supports them, dual values, last iterates and gaps, as one page.
std::string duality_html(const studies::Duality& study);

}  // namespace alcole::report
