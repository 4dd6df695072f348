#pragma once

#include <string_view>

namespace alcole {

/// The one place the version is written; CMakeLists.txt reads it from here.
inline constexpr std::string_view version = "0.1.0";

}  // namespace alcole
