#pragma once

#include <alcole/tabular/table.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace alcole::learning {

/// The rows that have a target; the others are left out, with a note. Throws std::invalid_argument when there are none.
tabular::Table labelled_rows(const std::filesystem::path& file, tabular::Table table, const std::string& target,
                             std::vector<std::string>& notes);

}  // namespace alcole::learning
