#pragma once

#include <cstddef>

namespace alcole::engine {

/// Makes a buffer that large if it is not yet. One that has been in use grows by half as much again: mini-batches
/// differ in size, and after a few of them none should cost an allocation. Its first size is exact: all data come once.
template <class Buffer>
void at_least(Buffer& buffer, std::size_t size) {
    if (buffer.size() < size) buffer.resize(buffer.empty() ? size : size + size / 2);
}

}  // namespace alcole::engine
