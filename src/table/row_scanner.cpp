#include "table/row_scanner.hpp"

#include <alcole/tabular/read.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace alcole::table {
namespace {

using tabular::ReadError;

constexpr std::size_t max_row_bytes = std::size_t{1} << 28U;

bool blank(char c) { return c == ' ' || c == '\t'; }
bool end_of_line(char c) { return c == '\n' || c == '\r'; }

}  // namespace

char after_escape(char c) {
    switch (c) {
        case 'n':
            return '\n';
        case 'r':
            return '\r';
        case 't':
            return '\t';
        default:
            return c;
    }
}

RowScanner::RowScanner(ByteSource source, const RowSyntax& syntax, std::size_t piece)
    : source_(std::move(source)),
      syntax_(syntax),
      buffer_(source_.size() == 0 ? piece : std::min(piece, source_.size() + 1)) {
    for (const char c : {syntax.delimiter, '\n', '\r'}) ends_cell_[static_cast<unsigned char>(c)] = true;
    if (source_.offset() == 0) pass_byte_order_mark();
}

void RowScanner::fail(std::size_t line, const std::string& why) const {
    throw ReadError(source_.name() + ", line " + std::to_string(std::max<std::size_t>(line, 1)) + ": " + why);
}

/// Moves the unread bytes to the front and reads more; false at the end.
bool RowScanner::refill() {
    if (all_read_) return false;
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    moved_ += begin_;
    end_ -= begin_;
    begin_ = 0;
    if (end_ == buffer_.size()) {
        if (buffer_.size() >= max_row_bytes) fail(next_line_, "the row is longer than 256 MB; is a quote left open?");
        buffer_.resize(2 * buffer_.size());
    }
    const std::size_t room = buffer_.size() - end_;
    const std::size_t count = source_.read(std::span(buffer_).subspan(end_, room));
    end_ += count;
    all_read_ = count < room;
    return true;
}

void RowScanner::pass_byte_order_mark() {
    while (end_ < 3 && refill()) {
    }
    const std::string_view start(buffer_.data(), end_);
    if (start.starts_with("\xEF\xBB\xBF")) begin_ = 3;
    if (start.starts_with("\xFF\xFE") || start.starts_with("\xFE\xFF")) fail("the file is in UTF-16; save it as UTF-8");
}

bool RowScanner::next() {
    if (!skip_comments()) return false;
    line_ = next_line_;
    while (scan_row() == Scan::need_more) refill();
    next_line_ += quoted_lines_ + 1;
    place_unescaped();
    return true;
}

bool RowScanner::next_line() {
    if (!skip_comments()) return false;
    pass_line();
    return true;
}

/// Skips one line, which becomes the row.
void RowScanner::pass_line() {
    line_ = next_line_;
    for (std::size_t seen = 0;; refill()) {
        std::size_t at = begin_ + seen;
        while (at < end_ && !end_of_line(buffer_[at])) ++at;
        seen = at - begin_;
        if (at == end_ && !all_read_) continue;
        if (end_row(at) == Scan::row) break;
    }
    ++next_line_;
}

/// Skips comment lines; false at the end of the file.
bool RowScanner::skip_comments() {
    for (;;) {
        if (begin_ == end_) refill();
        if (begin_ == end_) return false;
        if (syntax_.comment == '\0' || buffer_[begin_] != syntax_.comment) return true;
        pass_line();
    }
}

/// Scans one row from begin_ on; need_more if the buffer ends inside it.
auto RowScanner::scan_row() -> Scan {
    cells_.clear();
    unescaped_.clear();
    unescaped_cells_.clear();
    quoted_lines_ = 0;
    std::size_t at = begin_;
    for (;;) {
        if (scan_cell(at) == Scan::need_more) return Scan::need_more;
        if (at < end_ && buffer_[at] == syntax_.delimiter) {
            ++at;
            continue;
        }
        return end_row(at);
    }
}

/// Ends the row at `at`, where a line or the file ends.
auto RowScanner::end_row(std::size_t at) -> Scan {
    row_begin_ = begin_;
    row_end_ = at;
    // A CR may be the first half of a CRLF that the buffer has cut in two.
    if (at < end_ && buffer_[at] == '\r' && at + 1 == end_ && !all_read_) return Scan::need_more;
    if (at < end_ && buffer_[at] == '\r') ++at;
    if (at < end_ && buffer_[at] == '\n') ++at;
    begin_ = at;
    return Scan::row;
}

/// Scans one cell; `at` ends up at the delimiter, at the line end, or at the end of the file.
auto RowScanner::scan_cell(std::size_t& at) -> Scan {
    if (syntax_.trim)
        while (at < end_ && blank(buffer_[at]) && buffer_[at] != syntax_.delimiter) ++at;
    const std::size_t first = at;
    if (first < end_ && buffer_[first] != '\0' &&
        (buffer_[first] == syntax_.quote || buffer_[first] == syntax_.other_quote))
        return scan_quoted(at, buffer_[first]);
    scan_plain(at);
    if (at == end_ && !all_read_) return Scan::need_more;
    std::size_t last = at;
    if (syntax_.trim)
        while (last > first && blank(buffer_[last - 1])) --last;
    cells_.push_back({.text = {buffer_.data() + first, last - first}});
    return Scan::row;
}

void RowScanner::scan_plain(std::size_t& at) {
    while (at < end_ && !ends_cell_[static_cast<unsigned char>(buffer_[at])]) ++at;
}

auto RowScanner::scan_quoted(std::size_t& at, char quote) -> Scan {
    const std::size_t lines_before = quoted_lines_;
    const std::size_t first = ++at;
    const std::size_t collected = unescaped_.size();
    std::size_t copied = first;  // what lies before it has been collected
    for (;; ++at) {
        if (at == end_) {
            if (!all_read_) return Scan::need_more;
            fail(line_ + lines_before, "value " + std::to_string(cells_.size() + 1) +
                                           " opens a quote that is never closed; close it, or double it if it "
                                           "belongs to the value");
        }
        const char c = buffer_[at];
        if (end_of_line(c) && (c == '\n' || at + 1 == end_ || buffer_[at + 1] != '\n')) ++quoted_lines_;
        const bool escaped = syntax_.escape != '\0' && c == syntax_.escape;
        if (!escaped && c != quote) continue;
        if (at + 1 == end_ && !all_read_) return Scan::need_more;
        const bool doubled = !escaped && at + 1 < end_ && buffer_[at + 1] == quote;
        if (!escaped && !doubled) break;
        if (at + 1 == end_) continue;  // the open quote is reported above
        unescape(at++, copied);
    }
    if (copied != first) {
        unescaped_.append(buffer_.data() + copied, at - copied);
        unescaped_cells_.push_back({cells_.size(), collected, unescaped_.size()});
    }
    cells_.push_back({.text = {buffer_.data() + first, at - first}, .quoted = true});
    ++at;
    while (at < end_ && blank(buffer_[at]) && buffer_[at] != syntax_.delimiter) ++at;
    if (at == end_) return all_read_ ? Scan::row : Scan::need_more;
    if (buffer_[at] != syntax_.delimiter && !end_of_line(buffer_[at]))
        fail(line_ + quoted_lines_, "value " + std::to_string(cells_.size()) +
                                        " continues after its closing quote; double a quote that belongs to the value");
    return Scan::row;
}

/// Collects what lies before the escape at `at`, and the character that the escape stands for.
void RowScanner::unescape(std::size_t at, std::size_t& copied) {
    unescaped_.append(buffer_.data() + copied, at - copied);
    const char next = buffer_[at + 1];
    if (next == '\n') ++quoted_lines_;
    unescaped_ += syntax_.escape != '\0' && buffer_[at] == syntax_.escape ? after_escape(next) : next;
    copied = at + 2;
}

void RowScanner::place_unescaped() {
    for (const auto& u : unescaped_cells_)
        cells_[u.cell].text = std::string_view(unescaped_).substr(u.begin, u.end - u.begin);
}

}  // namespace alcole::table
