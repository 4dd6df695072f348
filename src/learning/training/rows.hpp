#pragma once

#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace alcole::learning {

/// A file with another delimiter than expected is one wide column: the one it seems to have, else nothing.
std::string other_delimiter(const tabular::Table& header);

/// The rows that have a target; a note says how many others are left out. Throws std::invalid_argument when there are
/// none.
std::vector<std::size_t> labelled_rows(const std::filesystem::path& file, const tabular::Table& table,
                                       const std::string& target, std::vector<Note>& notes);

/// One number per row: rows that agree in all of these columns have the same. Columns of amounts (numbers with more
/// than two values) do not count.
std::vector<std::int32_t> strata_of(const std::vector<std::string>& columns, const tabular::Table& table);

}  // namespace alcole::learning
