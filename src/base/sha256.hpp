#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace alcole::base {

/// The SHA-256 of a file, in lower-case hexadecimal. Throws std::runtime_error with a sentence if it cannot be read.
std::string sha256_of(const std::filesystem::path& file);

/// The same for bytes that come in pieces: `feed` passes them, in order, to the function that it receives.
using Pieces = std::function<void(std::string_view)>;
std::string sha256_of_pieces(const std::function<void(const Pieces&)>& feed);

/// The same for bytes in memory.
std::string sha256_of_bytes(std::string_view bytes);

}  // namespace alcole::base
