#pragma once

#include "table/open_table.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace alcole::table {

/// Facts about rows of a CSV file that one of several readers has read.
struct PartFacts {
    bool failed = false;      ///< the rows are invalid, or appear so because `begin` is not the beginning of a row
    std::uint64_t begin = 0;  ///< position in the file, in bytes
    std::uint64_t end = 0;    ///< where the next row begins
    std::uint64_t lines = 0;
    std::uint64_t rows = 0;
    std::vector<ValueKind> kinds{};       ///< one per column that is kept
    std::map<std::string, Note> mixed{};  ///< words after numbers, by column; lines are counted from `begin`
};

/// True if no column contains numbers in one and words in the other.
bool agree(const std::vector<ValueKind>& some, const std::vector<ValueKind>& others);

/// The rows of a CSV file that begin within a range of bytes. Errors are only recorded here; they are reported by
/// reading the whole file.
class TextPart {
  public:
    /// The rows after the header that begin before byte `end`.
    TextPart(OpenTable file, std::size_t end);
    /// The rows that begin at byte `begin` or later, but before byte `end`. The options must contain the names of all
    /// columns.
    TextPart(const std::filesystem::path& file, const tabular::ReadOptions& options, std::size_t begin,
             std::size_t end);
    TextPart(const TextPart&) = delete;
    TextPart& operator=(const TextPart&) = delete;
    ~TextPart() = default;

    /// `kinds`: the kinds of the columns, as far as they are known.
    void read(const std::vector<ValueKind>& kinds);
    const PartFacts& facts() const { return facts_; }
    std::span<ColumnBuilder> columns() { return builder_.columns(); }
    /// Counts rows whose values have been appended to every column directly.
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

/// The kinds of the columns according to the first rows of a file. Throws as reading the file does.
std::vector<ValueKind> kinds_of_first_rows(OpenTable file);

}  // namespace alcole::table
