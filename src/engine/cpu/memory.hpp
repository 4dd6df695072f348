#pragma once

#include <cstddef>

namespace alcole::engine {

/// Enlarges a buffer to at least this size. The first size is exact, because all data are evaluated with one size. A
/// buffer that was already in use grows to one and a half times the size, because mini-batches vary in size and should
/// need no allocation after the first few.
template <class Buffer>
void at_least(Buffer& buffer, std::size_t size) {
    if (buffer.size() < size) buffer.resize(buffer.empty() ? size : size + size / 2);
}

}  // namespace alcole::engine
