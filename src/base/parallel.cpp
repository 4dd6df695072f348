#include "base/parallel.hpp"

#include <algorithm>
#include <thread>

namespace alcole::base {

std::size_t num_threads(std::size_t jobs) {
    return jobs > 0 ? jobs : std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

}  // namespace alcole::base
