#pragma once

#include <cstddef>
#include <memory>
#include <streambuf>
#include <string>
#include <string_view>

namespace alcole::table {

/// Number of bytes by which the format of a file is recognised.
inline constexpr std::size_t signature_bytes = 512;

/// The compression of a file that begins like this ("gzip", "zstd", "bzip2", "xz"); empty if there is none. The file's
/// name is not used, because files get renamed, and streams have none.
std::string_view compression_of(std::string_view head);

/// Advice about a file that begins like this and is not a table as text, such as a workbook; empty for everything else.
std::string_view not_a_text_table(std::string_view head);

/// Decompresses `bytes`, whose first bytes, `head`, have already been taken. Reading throws ReadError, which mentions
/// `name`, if the compressed bytes are damaged or end too early.
std::unique_ptr<std::streambuf> decompressed(std::unique_ptr<std::streambuf> bytes, std::string head, std::string name);

}  // namespace alcole::table
