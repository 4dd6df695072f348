#pragma once

#include <cstddef>
#include <string_view>

namespace alcole::table {

/// The length of the longest prefix that is valid UTF-8 without zero bytes.
std::size_t valid_utf8_length(std::string_view text);

}  // namespace alcole::table
