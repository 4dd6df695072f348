#pragma once

#include <limits>

namespace alcole::base {

/// Buffers of risks and gradients start with this value, so that an entry which a problem forgets to write is noticed.
/// Hidden explicitly, because compilers export such variables.
template <class T>
[[gnu::visibility("hidden")]] inline constexpr T unwritten = std::numeric_limits<T>::quiet_NaN();

}  // namespace alcole::base
