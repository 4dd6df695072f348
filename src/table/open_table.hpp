#pragma once

#include <alcole/tabular/read.hpp>

#include "table/row_scanner.hpp"
#include "table/table_builder.hpp"

#include <functional>
#include <string>
#include <vector>

namespace alcole::table {

/// A file whose header has been read, with its rows still to come.
struct OpenTable {
    RowScanner rows;
    tabular::ReadOptions options;  ///< including the types that the file itself declares
    std::vector<std::string> names;
    DeclaredLevels levels;
    std::vector<Note> notes;  ///< about the header
    bool dense_only = false;  ///< ARFF: rows in braces are rejected

    TableBuilder builder() { return {names, options, rows, levels}; }
    /// Returns false at the end; empty lines are skipped.
    bool next_row();
};

/// How rows of a CSV file are split into values.
RowSyntax csv_syntax(const tabular::ReadOptions& options);
/// Opens a file and reads the header of a CSV file, or the declarations of an ARFF file; the first row of values is
/// next.
OpenTable open_csv(ByteSource source, const tabular::ReadOptions& options);
OpenTable open_arff(ByteSource source, const tabular::ReadOptions& options);

/// read_csv and read_arff for bytes from any source. `open` returns them from the start; it is called once per reading,
/// and a CSV file is read again if the type of a column was guessed wrongly.
tabular::Table read_csv_from(const std::function<ByteSource()>& open, const tabular::ReadOptions& options);
tabular::Table read_arff_from(ByteSource source, const tabular::ReadOptions& options);

/// A header that contains numbers is probably a row of values; adds a note that says so.
void note_numbers_in_header(tabular::Table& table);

}  // namespace alcole::table
