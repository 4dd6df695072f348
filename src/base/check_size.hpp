#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace alcole::base {

/// Throws std::invalid_argument "WHAT has 3 entries where 2 are needed, WHY" unless the sizes agree. Called at every
/// evaluation, so the good case costs only a comparison: the strings are built on failure.
inline void check_size(std::string_view what, std::size_t found, std::size_t wanted, std::string_view why) {
    if (found != wanted)
        throw std::invalid_argument(std::string(what) + " has " + std::to_string(found) + " entries where " +
                                    std::to_string(wanted) + " are needed, " + std::string(why));
}

}  // namespace alcole::base
