#pragma once

#include <filesystem>
#include <string>
#include <string_view>

/// Reads and writes whole files without losing data. All functions throw std::runtime_error with a sentence that names
/// the file and the reason.
namespace alcole::base {

std::string read_file(const std::filesystem::path& file);

/// Writes atomically: a temporary file in the same folder is synced to disk and then renamed, so `file` has either the
/// old or the new content, never a part of it.
void write_file(const std::filesystem::path& file, std::string_view bytes);

/// Syncs the temporary file `beside` to disk and renames it to `file`; removes it if either fails.
void take_place(const std::filesystem::path& beside, const std::filesystem::path& file);

}  // namespace alcole::base
