#include "learning/config/paths.hpp"

namespace alcole::learning {
namespace {

namespace fs = std::filesystem;

/// Resolves links and `..` as far as the path exists; `..` after a link is the parent of the folder that the link
/// points to. Falls back to the text alone if the file system cannot be asked, for example because a name is too long.
fs::path resolved(const fs::path& path) {
    std::error_code error;
    const fs::path whole = fs::absolute(path, error);
    if (error) return path.lexically_normal();
    fs::path found = fs::weakly_canonical(whole, error);
    if (error) found = whole.lexically_normal();
    return found.has_filename() ? found : found.parent_path();
}

}  // namespace

std::string path_from(const fs::path& folder, const std::string& path) {
    if (path.empty() || path == "-") return path;  // "-": standard input
    const fs::path whole = resolved(path);
    const fs::path relative = whole.lexically_relative(resolved(folder.empty() ? fs::path(".") : folder));
    return (relative.empty() ? whole : relative).string();
}

bool same_place(const std::string& left, const std::string& right) {
    if (left.empty() || right.empty()) return left.empty() && right.empty();
    return left == right || resolved(left) == resolved(right);
}

}  // namespace alcole::learning
