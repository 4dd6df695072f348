#pragma once

#include <alcole/tabular/read.hpp>

#include "table/column_builder.hpp"
#include "table/row_scanner.hpp"

#include <array>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace alcole::table {

/// A value for a message: long ones are cut, and what a screen cannot show is replaced.
std::string safe(std::string_view text);
/// The same in quotes.
std::string shown(std::string_view text);

/// What is wrong with text that is not valid UTF-8, or that has zero bytes, and what to do.
std::string why_not_text(std::string_view text);

/// The values that columns may have, in order, by the name of the column.
using DeclaredLevels = std::map<std::string, std::vector<std::string>>;

/// Turns rows of cells into a table: which cell goes into which column, what counts as missing, and what is wrong
/// where. Keeps references to the options and to the scanner.
class TableBuilder {
  public:
    /// Names as they stand in the file; one that occurs twice is kept once as long as both hold the same.
    TableBuilder(std::vector<std::string> names, const tabular::ReadOptions& options, RowScanner& rows,
                 const DeclaredLevels& declared = {});

    /// Takes the scanner's current row.
    void add();
    /// No more than so many rows will come, however large the file is.
    void expect_at_most(std::size_t rows) { most_rows_ = rows; }
    /// The rows of so many bytes will come, however large the file is.
    void expect_bytes(std::size_t bytes) { bytes_ = bytes; }

    /// The columns that are kept.
    std::span<ColumnBuilder> columns() { return builders_; }
    std::size_t num_rows() const { return num_rows_; }
    /// So many rows, whose values have been appended to every column.
    void add_appended(std::size_t rows) { num_rows_ += rows; }
    /// Whether finish() will refuse a number.
    bool has_too_large() const { return too_large_.has_value(); }

    /// Something to say about a line.
    struct Sentence {
        std::size_t line = 0;
        std::string text{};
        Note note{};  ///< the same as facts, of a column that is read again
    };
    /// The columns that were guessed to hold numbers and turned out not to, and where; the file must be read again with
    /// these as categories.
    const std::map<std::string, Sentence>& mixed() const { return mixed_; }
    /// To be called when mixed() is empty.
    tabular::Table finish() &&;

  private:
    struct Place {
        int column = -1;                           // into builders_; -1: not kept
        std::optional<std::size_t> first_place{};  // of the name, when this is a later occurrence of a column kept
    };

    void check_asked_names() const;
    void take(std::size_t place, const Cell& cell);
    void refuse(std::size_t place, const Cell& cell, ColumnBuilder::Took why);
    bool means_missing(const Cell& cell, const ColumnBuilder& builder) const;
    void compare_with_first(std::size_t place, const Cell& cell) const;
    void expect_rows();
    std::string sentence(std::size_t place, const std::string& why) const;
    [[noreturn]] void fail(std::size_t place, const std::string& why) const { rows_.fail(sentence(place, why)); }

    const tabular::ReadOptions& options_;
    RowScanner& rows_;
    std::vector<std::string> names_;
    std::map<std::string_view, std::size_t> first_place_of_;  // into names_, by name
    std::array<bool, 256> starts_missing_{};  // the first characters of words for "missing"; 0 for the empty one
    std::vector<Place> places_;
    std::vector<ColumnBuilder> builders_;
    std::map<std::string, Sentence> mixed_;
    std::optional<Sentence> too_large_;  // the first such number, not said before it is known that no column is mixed
    std::size_t num_rows_ = 0;
    std::size_t bytes_ = 0;  // that the rows take; 0 where the file is not known to have a size
    std::size_t most_rows_ = std::numeric_limits<std::size_t>::max();
    std::size_t next_guess_ = 64;  // how many rows to wait before their number is guessed
};

}  // namespace alcole::table
