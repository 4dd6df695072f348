#pragma once

#include "table/open_table.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace alcole::table {

/// What is known of some rows of a CSV file that one of several readers has read.
struct PartFacts {
    bool failed = false;      ///< something is wrong with them, or seems to be where they do not begin at `begin`
    std::uint64_t begin = 0;  ///< in bytes of the file
    std::uint64_t end = 0;    ///< where the next row begins
    std::uint64_t lines = 0;
    std::uint64_t rows = 0;
    std::vector<ValueKind> kinds{};       ///< of each column that is kept
    std::map<std::string, Note> mixed{};  ///< words after numbers, by column, with lines counted from `begin`
};

/// Whether no column is taken for numbers in the one and for words in the other.
bool agree(const std::vector<ValueKind>& some, const std::vector<ValueKind>& others);

/// The rows of a CSV file that begin within a range of its bytes. Whatever is wrong with them is told by who reads the
/// file as a whole.
class TextPart {
  public:
    /// The rows behind the header that begin before byte `end`.
    TextPart(OpenTable file, std::size_t end);
    /// The rows from byte `begin` on that begin before byte `end`. The options have the names of all columns.
    TextPart(const std::filesystem::path& file, const tabular::ReadOptions& options, std::size_t begin,
             std::size_t end);
    TextPart(const TextPart&) = delete;
    TextPart& operator=(const TextPart&) = delete;
    ~TextPart() = default;

    /// `kinds`: what values are taken for, column by column, where that is known.
    void read(const std::vector<ValueKind>& kinds);
    const PartFacts& facts() const { return facts_; }
    std::span<ColumnBuilder> columns() { return builder_.columns(); }
    /// So many rows, whose values have been appended to every column.
    void add_appended(std::size_t rows) { builder_.add_appended(rows); }
    /// All rows as a table, with the notes about the header.
    tabular::Table finish() &&;

  private:
    void read_rows();

    OpenTable file_;
    TableBuilder builder_;
    std::size_t end_;
    PartFacts facts_;
};

/// What the values of the first rows of a file are taken for, column by column. Throws as reading the file does.
std::vector<ValueKind> kinds_of_first_rows(OpenTable file);

}  // namespace alcole::table
