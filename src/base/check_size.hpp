#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace alcole::base {

/// Throws std::invalid_argument: "WHAT has 3 entries where 2 are needed, WHY".
inline void check_size(const std::string& what, std::size_t found, std::size_t wanted, const std::string& why) {
    if (found != wanted)
        throw std::invalid_argument(what + " has " + std::to_string(found) + " entries where " +
                                    std::to_string(wanted) + " are needed, " + why);
}

}  // namespace alcole::base
