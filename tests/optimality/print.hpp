#pragma once

#include <alcole/optimality.hpp>

#include <ostream>

namespace alcole {

/// For test frameworks; found beside Verdict.
inline void PrintTo(Verdict verdict, std::ostream* out) { *out << to_string(verdict); }

}  // namespace alcole
