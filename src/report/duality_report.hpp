#pragma once

#include "study/duality.hpp"

#include <string>

namespace alcole::report {

/// Perturbation functions with what supports them, dual values, last iterates and gaps, as one page.
std::string duality_html(const study::Duality& study);

}  // namespace alcole::report
