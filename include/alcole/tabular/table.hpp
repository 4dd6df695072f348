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

enum class ColumnType : std::uint8_t {
    number,    ///< any finite number
    category,  ///< one of a list of words
    boolean,   ///< true or false, yes or no
};
ALCOLE_EXPORT std::string_view to_string(ColumnType type);

/// One column. A missing value is NaN among numbers and -1 among codes.
struct Column {
    std::string name{};
    ColumnType type = ColumnType::number;
    Numbers numbers{};             ///< of a number column
    Values<std::int32_t> codes{};  ///< of a category column, into `levels`; of a boolean one, 0 or 1
    /// Of a category column in order of appearance, or as the file declares them; of a boolean one its two words, the
    /// false one first.
    std::vector<std::string> levels{};

    std::size_t size() const { return type == ColumnType::number ? numbers.size() : codes.size(); }
    ALCOLE_EXPORT bool missing(std::size_t row) const;
    ALCOLE_EXPORT std::size_t num_missing() const;
    /// The value as a person would write it; empty when missing.
    ALCOLE_EXPORT std::string text(std::size_t row) const;
};

struct Table {
    std::vector<Column> columns{};
    std::size_t num_rows = 0;
    std::vector<Note> notes{};  ///< what was noticed while reading and did not stop it

    /// Null when there is no such column.
    ALCOLE_EXPORT const Column* find(std::string_view name) const;
    /// Throws std::invalid_argument naming the nearest column when there is none of that name.
    ALCOLE_EXPORT const Column& at(std::string_view name) const;
    /// The rows listed, in that order; levels stay as they are.
    ALCOLE_EXPORT Table rows(std::span<const std::size_t> which) const;
};

/// Words as the reader of a file takes them: a category, or a boolean column where the two levels are a pair such as
/// yes and no. `codes` are places in `levels`, -1 where there is no value.
[[nodiscard]] ALCOLE_EXPORT Column column_of_words(std::string name, Values<std::int32_t> codes,
                                                   std::vector<std::string> levels);

/// Makes one level of several, such as "Other" of "Asian" and "Native American": the rows that had one of `levels` in a
/// category column have `into`. If there is a level of that name it keeps its place, and its rows; else it comes last.
/// Throws std::invalid_argument with a sentence when there is no such column or level, or the column has none.
ALCOLE_EXPORT Table merge_levels(Table table, std::string_view column, std::span<const std::string> levels,
                                 const std::string& into);

/// The whole table as CSV text with a header line; a missing value is empty.
[[nodiscard]] ALCOLE_EXPORT std::string to_csv(const Table& table);

}  // namespace alcole::tabular
