#pragma once

#include <cstddef>
#include <cstdint>

namespace alcole::engine {

struct IndexRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::size_t size() const { return end - begin; }
};

}  // namespace alcole::engine
