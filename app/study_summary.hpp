#pragma once

#include "studies/study.hpp"

#include <string>

namespace alcole::app {

/// The methods side by side and the claims, as text for a terminal.
std::string summary_text(const studies::Study& study);

}  // namespace alcole::app
