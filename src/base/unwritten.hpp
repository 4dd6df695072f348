#pragma once

#include <limits>

namespace alcole::base {

/// Buffers of risks and gradients start with this value, so that an entry which a problem forgets to write is noticed.
template <class T>
inline constexpr T unwritten = std::numeric_limits<T>::quiet_NaN();

}  // namespace alcole::base
