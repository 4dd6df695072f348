#pragma once

#include <alcole/tabular/read.hpp>

#include "table/row_scanner.hpp"
#include "table/table_builder.hpp"

#include <functional>
#include <string>
#include <vector>

namespace alcole::table {

/// A file whose header is read, with its rows still to come.
struct OpenTable {
    RowScanner rows;
    tabular::ReadOptions options;  ///< with the types that the file itself declares
    std::vector<std::string> names;
    DeclaredLevels levels;
    std::vector<Note> notes;  ///< about the header
    bool dense_only = false;  ///< of ARFF: rows in braces are refused

    TableBuilder builder() { return {names, options, rows, levels}; }
    /// False at the end; empty lines are skipped.
    bool next_row();
};

/// How the rows of a CSV file are cut into values.
RowSyntax csv_syntax(const tabular::ReadOptions& options);
/// At its first row of values: the header of a CSV file, or the declarations of an ARFF file, are read.
OpenTable open_csv(ByteSource source, const tabular::ReadOptions& options);
OpenTable open_arff(ByteSource source, const tabular::ReadOptions& options);

/// read_csv and read_arff of bytes from anywhere. `open` gives them from the start; it is called once for each reading,
/// and a CSV file is read a second time when the type of a column was guessed wrongly.
tabular::Table read_csv_from(const std::function<ByteSource()>& open, const tabular::ReadOptions& options);
tabular::Table read_arff_from(ByteSource source, const tabular::ReadOptions& options);

/// A header of numbers is most likely a row: says so in a note.
void note_numbers_in_header(tabular::Table& table);

}  // namespace alcole::table
