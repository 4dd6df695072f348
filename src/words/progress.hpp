#pragma once

#include <alcole/context.hpp>

#include <string>

namespace alcole::words {

/// The progress line: how far, how good so far, how much longer.
std::string progress_text(const Progress& progress);

}  // namespace alcole::words
