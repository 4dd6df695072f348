#pragma once

#include "table/row_scanner.hpp"

#include <cstddef>
#include <filesystem>

namespace alcole::table {

/// Where the first row that begins at byte `at` of a text or behind it most likely begins; the size of the file where
/// there is none.
///
/// A line break ends a row unless it stands in quotes, and whether it does depends on everything before it. So both are
/// tried, and the one whose next rows have as many values as there are columns is taken. That is a guess: it is right
/// if and only if whoever reads the rows before comes to their end at the same byte.
std::size_t row_start(const std::filesystem::path& file, std::size_t at, const RowSyntax& syntax, std::size_t columns);

}  // namespace alcole::table
