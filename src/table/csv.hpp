#pragma once

#include <alcole/tabular/read.hpp>

#include "table/open_table.hpp"

#include <functional>

namespace alcole::tabular {

/// A header of numbers is most likely a row: says so in a note.
void note_numbers_in_header(Table& table);

/// At its first row of values; the header is read.
OpenTable open_csv(ByteSource source, const ReadOptions& options);

/// read_csv of bytes from anywhere. `open` gives them from the start; it is called once for each reading, and a file
/// is read a second time when the type of a column was guessed wrongly.
Table read_csv_from(const std::function<ByteSource()>& open, const ReadOptions& options);

}  // namespace alcole::tabular
