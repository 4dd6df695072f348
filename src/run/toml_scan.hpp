#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace alcole::run {

/// Where a character beyond ASCII stands outside of quotes and comments, or right behind a backslash. No TOML has one
/// there, and the parser (toml++ 3.3) is not defined for some of them: it must not get to see such a text.
std::optional<std::size_t> bare_beyond_ascii(std::string_view text);

}  // namespace alcole::run
