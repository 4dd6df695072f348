#pragma once

#include <alcole/export.hpp>

#include <filesystem>

namespace alcole::tabular {

/// "-" as a file that can be read any number of times: all of standard input, copied to a temporary file when it is
/// first asked for. Every other name is left as it is. Throws ReadError when there is no room for the copy.
ALCOLE_EXPORT std::filesystem::path readable_file(const std::filesystem::path& file);

}  // namespace alcole::tabular
