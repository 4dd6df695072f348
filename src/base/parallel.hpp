#pragma once

#include <cstddef>

namespace alcole::base {

/// The maximum number of threads: four per core, but at least 16. More would only compete for the cores.
std::size_t max_threads();

/// The number of threads to use: `jobs`, but no more than max_threads(); one per core if `jobs` is 0.
std::size_t num_threads(std::size_t jobs);

}  // namespace alcole::base
