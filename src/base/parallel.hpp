#pragma once

#include <cstddef>

namespace alcole::base {

/// How many threads `jobs` means: 0 is one per core.
std::size_t num_threads(std::size_t jobs);

}  // namespace alcole::base
