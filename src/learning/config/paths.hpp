#pragma once

#include <filesystem>
#include <string>

namespace alcole::learning {

/// The path as it is written in a file of that folder; an empty one stays empty.
std::string path_from(const std::filesystem::path& folder, const std::string& path);

/// Whether two paths lead to the same place; an empty one leads nowhere.
bool same_place(const std::string& left, const std::string& right);

}  // namespace alcole::learning
