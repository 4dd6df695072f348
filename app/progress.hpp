#pragma once

#include <alcole/context.hpp>

#include "terminal.hpp"

#include <cstddef>
#include <string>

namespace alcole::app {

/// A context with `jobs` threads (0: all cores) that Ctrl-C stops and that reports progress on `line`, which must
/// outlive it.
Context context_of(std::size_t jobs, ProgressLine& line, bool timings = false);
/// The same without progress.
Context context_of(std::size_t jobs);

}  // namespace alcole::app
