#pragma once

#include "studies/learnability.hpp"

#include <string>

namespace alcole::report {

/// The errors of both methods against the number of rows, below what the theorem promises, as one page.
std::string learnability_html(const studies::Learnability& study);

}  // namespace alcole::report
