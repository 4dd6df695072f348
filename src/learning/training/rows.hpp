#pragma once

#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace alcole::learning {

/// The delimiter that a file seems to have if it was read as a single column; otherwise empty.
std::string other_delimiter(const tabular::Table& header);

/// The rows that have a target; a note says how many others are left out. Throws std::invalid_argument if no row has
/// one.
std::vector<std::size_t> labelled_rows(const std::filesystem::path& file, const tabular::Table& table,
                                       const std::string& target, std::vector<Note>& notes);

/// The numbers by which the user knows `rows` rows: `numbers`, or 1, 2, ... if it is empty.
std::vector<std::size_t> numbered(std::vector<std::size_t> numbers, std::size_t rows);
/// The numbers of some of the rows.
std::vector<std::size_t> numbers_at(const std::vector<std::size_t>& numbers, const std::vector<std::size_t>& rows);

/// One number per row, equal for rows that agree in all of these columns. Columns of quantities (numbers with more than
/// two values) are ignored.
std::vector<std::int32_t> strata_of(const std::vector<std::string>& columns, const tabular::Table& table);

}  // namespace alcole::learning
