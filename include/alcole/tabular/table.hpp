#pragma once

#include <alcole/export.hpp>
#include <alcole/note.hpp>
#include <alcole/tabular/numbers.hpp>
#include <alcole/tabular/values.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Tables with typed columns. Columns are addressed by name, never by position.
namespace alcole::tabular {

/// The type of a column.
enum class ColumnType : std::uint8_t {
    number,    ///< any finite number
    category,  ///< one of a list of words
    boolean,   ///< true or false, yes or no
};
[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(ColumnType type);

/// A column. A missing value is NaN among numbers and -1 among codes.
struct Column {
    std::string name{};
    ColumnType type = ColumnType::number;
    Numbers numbers{};             ///< for a number column
    Values<std::int32_t> codes{};  ///< for a category column, indices into `levels`; for a boolean column, 0 or 1
    /// For a category column, its words in order of appearance or as the file declares them; for a boolean column, its
    /// two words, the false one first.
    std::vector<std::string> levels{};

    [[nodiscard]] std::size_t size() const { return type == ColumnType::number ? numbers.size() : codes.size(); }
    [[nodiscard]] ALCOLE_EXPORT bool missing(std::size_t row) const;
    [[nodiscard]] ALCOLE_EXPORT std::size_t num_missing() const;
    /// The value as text; empty if missing.
    [[nodiscard]] ALCOLE_EXPORT std::string text(std::size_t row) const;
};

/// A table: columns of equal length.
struct Table {
    std::vector<Column> columns{};
    std::size_t num_rows = 0;
    std::vector<Note> notes{};  ///< observations made while reading

    /// Null if there is no such column.
    [[nodiscard]] ALCOLE_EXPORT const Column* find(std::string_view name) const;
    /// Throws std::invalid_argument, naming the nearest column, if there is none of that name.
    [[nodiscard]] ALCOLE_EXPORT const Column& at(std::string_view name) const;
    /// Returns the listed rows, in that order, with unchanged levels.
    [[nodiscard]] ALCOLE_EXPORT Table rows(std::span<const std::size_t> which) const;
};

/// Makes a column of words as a file reader does: a category, or a boolean column if the two levels are a pair such as
/// yes and no. `codes` are indices into `levels`; -1 means no value.
[[nodiscard]] ALCOLE_EXPORT Column column_of_words(std::string name, Values<std::int32_t> codes,
                                                   std::vector<std::string> levels);

/// Merges several levels into one, such as "Asian" and "Native American" into "Other": rows with one of `levels` in a
/// category column get `into`. An existing level of that name keeps its position and its rows; otherwise it comes last.
/// Throws std::invalid_argument if there is no such column or level, or if the column has no levels.
[[nodiscard]] ALCOLE_EXPORT Table merge_levels(Table table, std::string_view column,
                                               std::span<const std::string> levels, const std::string& into);

/// The whole table as CSV text with a header line. A missing value is empty.
[[nodiscard]] ALCOLE_EXPORT std::string to_csv(const Table& table);

}  // namespace alcole::tabular
