#pragma once

#include <alcole/context.hpp>

#include "terminal.hpp"

#include <cstddef>
#include <string>

namespace alcole::app {

/// The progress line: how far, how well so far, how much longer.
std::string progress_text(const Progress& progress);

/// So many threads (0: all cores), stopped by Ctrl-C, told on `line`, which must outlive it.
Context context_of(std::size_t jobs, ProgressLine& line, bool timings = false);
/// The same, told to nobody.
Context context_of(std::size_t jobs);

}  // namespace alcole::app
