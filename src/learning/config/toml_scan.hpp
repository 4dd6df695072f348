#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace alcole::learning {

/// What no TOML has and the parser (toml++ 3.3) is not defined for: it must not get to see such a text.
struct Unparsable {
    std::size_t at = 0;
    const char* why = "";
};
/// A character beyond ASCII outside of quotes and comments, or right behind a backslash; a line that begins with a
/// bracket and no name behind it.
std::optional<Unparsable> find_unparsable(std::string_view text);

}  // namespace alcole::learning
