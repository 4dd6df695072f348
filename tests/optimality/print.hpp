#pragma once

#include <alcole/optimality.hpp>

#include <ostream>

namespace alcole {

/// For test frameworks; found by argument-dependent lookup.
inline void PrintTo(Decision verdict, std::ostream* out) { *out << to_string(verdict); }

}  // namespace alcole
