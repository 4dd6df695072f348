#pragma once

#include "table/row_scanner.hpp"

#include <cstddef>
#include <filesystem>

namespace alcole::table {

/// Where the first row at or after byte `at` of a text most likely begins; the size of the file if there is none.
///
/// A line break ends a row unless it is inside quotes, and whether it is depends on everything before it. Both
/// possibilities are tried, and the one whose next rows have as many values as there are columns is chosen. This is a
/// guess: it is right if and only if a reader of the preceding rows ends at the same byte.
std::size_t row_start(const std::filesystem::path& file, std::size_t at, const RowSyntax& syntax, std::size_t columns);

}  // namespace alcole::table
