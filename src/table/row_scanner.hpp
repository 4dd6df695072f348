#pragma once

#include "table/byte_source.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace alcole::table {

/// How the text of a row is split into values.
struct RowSyntax {
    char delimiter = ',';
    char quote = '"';
    char other_quote = '\0';  ///< ARFF has two kinds
    char escape = '\0';       ///< a backslash in ARFF; CSV doubles the quote instead
    char comment = '\0';
    bool trim = true;
};

/// One value of a row. The text is valid until the next row.
struct Cell {
    std::string_view text;
    bool quoted = false;
};

/// The character that a backslash followed by `c` stands for.
char after_escape(char c);

/// Splits bytes into rows of cells, in memory proportional to the longest row. Quoted values may contain delimiters,
/// doubled quotes and line breaks; lines end with LF, CRLF or CR; a byte-order mark is skipped. A quote inside a value
/// that does not begin with one is an ordinary character. Throws ReadError with file and line.
class RowScanner {
  public:
    /// Reads in pieces of at least `piece` bytes.
    RowScanner(ByteSource source, const RowSyntax& syntax, std::size_t piece = std::size_t{1} << 20U);

    /// Returns false at the end of the file. An empty line is a row of one empty cell.
    bool next();
    /// The next line, not split into cells.
    bool next_line();
    std::span<const Cell> cells() const { return cells_; }
    /// The line on which the row begins, counted from 1.
    std::size_t line() const { return line_; }
    /// The text of the row, unchanged.
    std::string_view raw() const { return {buffer_.data() + row_begin_, row_end_ - row_begin_}; }
    /// True if the row is an empty line.
    bool blank_line() const { return cells_.size() == 1 && cells_[0].text.empty() && !cells_[0].quoted; }
    /// The number of bytes up to the end of the row.
    std::size_t bytes_passed() const { return moved_ + row_end_; }
    /// The position in the file of the next row, or of a comment before it.
    std::size_t next_begins_at() const { return source_.offset() + moved_ + begin_; }
    /// The number of lines before that position.
    std::size_t lines_passed() const { return next_line_ - 1; }
    const ByteSource& source() const { return source_; }

    [[noreturn]] void fail(const std::string& why) const { fail(line_, why); }
    [[noreturn]] void fail(std::size_t line, const std::string& why) const;

  private:
    enum class Scan : std::uint8_t { row, need_more };
    Scan scan_row();
    Scan end_row(std::size_t at);
    Scan scan_cell(std::size_t& at);
    Scan scan_quoted(std::size_t& at, char quote);
    void scan_plain(std::size_t& at);
    void unescape(std::size_t at, std::size_t& copied);
    void pass_line();
    bool skip_comments();
    bool refill();
    void pass_byte_order_mark();
    void place_unescaped();

    ByteSource source_;
    RowSyntax syntax_;
    std::array<bool, 256> ends_cell_{};
    std::vector<char> buffer_;
    std::size_t moved_ = 0;  // bytes of the file before the buffer
    std::size_t begin_ = 0;  // start of the next row
    std::size_t end_ = 0;    // end of what has been read
    bool all_read_ = false;
    std::size_t row_begin_ = 0;
    std::size_t row_end_ = 0;
    std::size_t line_ = 0;
    std::size_t next_line_ = 1;
    std::size_t quoted_lines_ = 0;  // line breaks inside quotes of this row
    std::vector<Cell> cells_;
    // Values with their escapes resolved, collected in one string and assigned to the cells when the row is complete.
    struct Unescaped {
        std::size_t cell, begin, end;
    };
    std::string unescaped_;
    std::vector<Unescaped> unescaped_cells_;
};

}  // namespace alcole::table
