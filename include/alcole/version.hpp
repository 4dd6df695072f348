#pragma once

#include <string_view>

namespace alcole {

/// The version of the library. It is written only here; CMakeLists.txt reads it from this file.
inline constexpr std::string_view version = "0.1.0";

}  // namespace alcole
