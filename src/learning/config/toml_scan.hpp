#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace alcole::learning {

/// Something that is never valid TOML and for which the behaviour of the parser (toml++ 3.3) is undefined; such a text
/// must not reach the parser.
struct Unparsable {
    std::size_t at = 0;
    const char* why = "";
};
/// Finds a non-ASCII character outside quotes and comments or after a backslash, or a line that begins with a bracket
/// that no name follows.
std::optional<Unparsable> find_unparsable(std::string_view text);

}  // namespace alcole::learning
