#pragma once

#include <cstddef>
#include <memory>
#include <streambuf>
#include <string>
#include <string_view>

namespace alcole::table {

/// How many bytes of a file are looked at to recognise what it is.
inline constexpr std::size_t signature_bytes = 16;

/// How the bytes that begin like this are compressed ("gzip", "zstd", "bzip2", "xz"); empty when they are not. The name
/// of a file plays no part: people rename files, programs send them without one.
std::string_view compression_of(std::string_view head);

/// What to do about a file that begins like this and is no text at all, such as a workbook; empty for everything else.
std::string_view not_a_text_table(std::string_view head);

/// The bytes that `bytes`, which begin with `head` (taken already), stand for. Reading throws ReadError, with `name` in
/// it, where the compressed bytes are damaged or end too early.
std::unique_ptr<std::streambuf> decompressed(std::unique_ptr<std::streambuf> bytes, std::string head, std::string name);

}  // namespace alcole::table
