#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace alcole::base {

/// Of a file's bytes, in lower-case hexadecimal. Throws std::runtime_error with a sentence when it cannot be read.
std::string sha256_of(const std::filesystem::path& file);

/// The same of bytes in memory.
std::string sha256_of_bytes(std::string_view bytes);

}  // namespace alcole::base
