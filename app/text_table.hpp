#pragma once

#include <string>
#include <vector>

namespace alcole::app {

/// Rows of the same length, columns set under each other; the first row is the heading.
std::string table_text(const std::vector<std::vector<std::string>>& rows);

}  // namespace alcole::app
