#pragma once

#include <cstddef>

/// The memory layout of matrices.
namespace alcole::engine {

/// Rows are padded to a multiple of 16 entries: one AVX-512 register of floats, two of doubles.
constexpr std::size_t lanes = 16;
constexpr std::size_t padded(std::size_t width) { return (width + lanes - 1) / lanes * lanes; }

/// A matrix whose entry (i, j) is data[i * row + j * column]; swapping the strides transposes it.
template <class T>
struct Strided {
    const T* data;
    std::size_t row;
    std::size_t column;
};

}  // namespace alcole::engine
