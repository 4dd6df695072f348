#pragma once

#include <cstddef>

namespace alcole::base {

/// More threads than this only get into each other's way: four per core, and 16 where that is fewer.
std::size_t max_threads();

/// How many threads `jobs` means: 0 is one per core, and never more than max_threads().
std::size_t num_threads(std::size_t jobs);

}  // namespace alcole::base
