#include "base/parallel.hpp"

#include <algorithm>
#include <thread>

namespace alcole::base {

std::size_t max_threads() { return std::max<std::size_t>(16, 4 * num_threads(0)); }

std::size_t num_threads(std::size_t jobs) {
    if (jobs > 0) return std::min(jobs, max_threads());
    return std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

}  // namespace alcole::base
