#pragma once

#include <filesystem>
#include <string>

namespace alcole::data {

/// Of a file's bytes, in lower-case hexadecimal. Throws std::runtime_error with a sentence when it cannot be read.
std::string sha256_of(const std::filesystem::path& file);

}  // namespace alcole::data
