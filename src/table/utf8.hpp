#pragma once

#include <cstddef>
#include <string_view>

namespace alcole::table {

/// How many bytes from the start on form valid UTF-8 without zero bytes; all of them when the text is as it should be.
std::size_t valid_utf8_length(std::string_view text);

}  // namespace alcole::table
