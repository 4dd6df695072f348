#pragma once

#include <limits>

namespace alcole::base {

/// What risks and gradients are filled with before a problem first writes them, so that one it does not write is
/// noticed.
template <class T>
inline constexpr T unwritten = std::numeric_limits<T>::quiet_NaN();

}  // namespace alcole::base
