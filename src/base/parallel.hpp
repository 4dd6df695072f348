#pragma once

#include <cstddef>
#include <functional>

namespace alcole::base {

/// How many threads `jobs` means: 0 is one per core.
std::size_t num_threads(std::size_t jobs);

/// f(0) to f(count - 1), begun in that order, on up to `jobs` threads (0: one per core). After an exception no further
/// call is begun, and the first one is thrown again when all threads are done.
void for_each_in_parallel(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& f);

}  // namespace alcole::base
