#pragma once

#include <filesystem>
#include <string>

namespace alcole::learning {

/// The path relative to `folder`, as a file in that folder would state it; an empty path stays empty.
std::string path_from(const std::filesystem::path& folder, const std::string& path);

/// The path as messages and titles have it: "standard input" for "-".
inline std::string shown_name(const std::string& path) { return path == "-" ? "standard input" : path; }

/// True if both paths lead to the same place; an empty path equals only another empty path.
bool same_place(const std::string& left, const std::string& right);

}  // namespace alcole::learning
