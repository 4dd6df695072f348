#pragma once

#include <filesystem>
#include <string>
#include <string_view>

/// Whole files, read and written so that nothing is lost. All throw std::runtime_error with a sentence: which file,
/// why.
namespace alcole::base {

std::string read_file(const std::filesystem::path& file);

/// To a temporary file beside it, which is on the disk before it takes the name: `file` is the old one or the new one,
/// never half of it.
void write_file(const std::filesystem::path& file, std::string_view bytes);

/// Gives a file that was written beside `file` its name, once it is on the disk; removes it when that fails.
void take_place(const std::filesystem::path& beside, const std::filesystem::path& file);

}  // namespace alcole::base
