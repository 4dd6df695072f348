#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace alcole::base {

/// Of a file's bytes, in lower-case hexadecimal. Throws std::runtime_error with a sentence when it cannot be read.
std::string sha256_of(const std::filesystem::path& file);

/// The same of bytes that come in pieces: `feed` hands them, in order, to the function it is given.
using Pieces = std::function<void(std::string_view)>;
std::string sha256_of_pieces(const std::function<void(const Pieces&)>& feed);

/// The same of bytes in memory.
std::string sha256_of_bytes(std::string_view bytes);

}  // namespace alcole::base
