#pragma once

#include <bit>
#include <cstdint>

namespace alcole::base {

/// Unlike ==, distinguishes 0 from -0 and calls a NaN equal to itself.
inline bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

}  // namespace alcole::base
