#pragma once

#include <alcole/tabular/read.hpp>

#include "table/row_scanner.hpp"
#include "table/table_builder.hpp"

#include <optional>
#include <string>
#include <vector>

namespace alcole::tabular {

/// A file whose header is read, with its rows still to come.
struct OpenTable {
    RowScanner rows;
    ReadOptions options;  ///< with the types that the file itself declares
    std::vector<std::string> names;
    DeclaredLevels levels;
    std::vector<std::string> notes;  ///< about the header
    bool dense_only = false;         ///< of ARFF: rows in braces are refused

    TableBuilder builder() { return {names, options, rows, levels}; }
    /// False at the end; empty lines are skipped.
    bool next_row();
};

}  // namespace alcole::tabular
