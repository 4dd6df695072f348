#pragma once

#include "study/study.hpp"

#include <string>

namespace alcole::app {

/// The methods side by side and the claims, as text for a terminal.
std::string summary_text(const study::Study& study);

}  // namespace alcole::app
