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

/// A value as shown in messages: cut off if long, with unprintable characters replaced.
std::string safe(std::string_view text);
/// The same in quotes.
std::string shown(std::string_view text);

/// What is wrong with a text that is not valid UTF-8 or contains zero bytes, and what to do about it.
std::string why_not_text(std::string_view text);

/// The values that columns may have, in order, by column name.
using DeclaredLevels = std::map<std::string, std::vector<std::string>>;

/// Turns rows of cells into a table: assigns cells to columns, recognises missing values, and reports what is wrong
/// where. Keeps references to the options and the scanner.
class TableBuilder {
  public:
    /// `names` as they are in the file; a name that occurs twice is kept once, as long as both columns have the same
    /// values.
    TableBuilder(std::vector<std::string> names, const tabular::ReadOptions& options, RowScanner& rows,
                 const DeclaredLevels& declared = {});

    /// Takes the scanner's current row.
    void add();
    /// Announces that at most `rows` rows will be added, however large the file is.
    void expect_at_most(std::size_t rows) { max_rows_ = rows; }
    /// Announces that rows of `bytes` bytes will be added, however large the file is.
    void expect_bytes(std::size_t bytes) { bytes_ = bytes; }

    /// The columns that are kept.
    std::span<ColumnBuilder> columns() { return builders_; }
    std::size_t num_rows() const { return num_rows_; }
    /// Counts rows whose values have been appended to every column directly.
    void add_appended(std::size_t rows) { num_rows_ += rows; }
    /// True if finish() will reject a number as too large.
    bool has_too_large() const { return too_large_.has_value(); }

    /// A message about a line.
    struct Sentence {
        std::size_t line = 0;
        std::string text{};
        Note note{};  ///< the same as facts, for a column that is read again
    };
    /// The columns that were guessed to contain numbers but contain words, and where; the file must be read again with
    /// these as categories.
    const std::map<std::string, Sentence>& mixed() const { return mixed_; }
    /// Call only if mixed() is empty.
    tabular::Table finish() &&;

  private:
    struct Place {
        int column = -1;                           // into builders_; -1: not kept
        std::optional<std::size_t> first_place{};  // if an earlier column that is kept has the same name: its place
    };

    void check_asked_names() const;
    void take(std::size_t place, const Cell& cell);
    void refuse(std::size_t place, const Cell& cell, ColumnBuilder::Added why);
    bool means_missing(const Cell& cell, const ColumnBuilder& builder) const;
    void compare_with_first(std::size_t place, const Cell& cell) const;
    void expect_rows();
    std::string sentence(std::size_t place, const std::string& why) const;
    [[noreturn]] void fail(std::size_t place, const std::string& why) const { rows_.fail(sentence(place, why)); }

    const tabular::ReadOptions& options_;
    RowScanner& rows_;
    std::vector<std::string> names_;
    std::map<std::string_view, std::size_t> first_place_of_;  // index into names_, by name
    std::array<bool, 256> starts_missing_{};  // first characters of the words for "missing"; 0 for the empty word
    std::vector<Place> places_;
    std::vector<ColumnBuilder> builders_;
    std::map<std::string, Sentence> mixed_;
    std::optional<Sentence>
        too_large_;  // the first such number; reported only once it is known that no column is mixed
    std::size_t num_rows_ = 0;
    std::size_t bytes_ = 0;  // size of the rows; 0 if unknown
    std::size_t max_rows_ = std::numeric_limits<std::size_t>::max();
    std::size_t next_guess_ = 64;  // number of rows after which their total is estimated
};

}  // namespace alcole::table
