#include "table/row_start.hpp"

#include <alcole/tabular/read.hpp>

#include <algorithm>
#include <optional>
#include <string>

namespace alcole::table {
namespace {

/// Covers some rows of nearly every table; the longer rows of very wide tables are not examined.
constexpr std::size_t window_bytes = std::size_t{1} << 16U;

std::string window(const std::filesystem::path& file, std::size_t from) {
    ByteSource source(file, from);
    std::string bytes(std::min(window_bytes, source.size()), '\0');
    bytes.resize(source.read(bytes));
    return bytes;
}

/// The position after the first line break of a text; nothing if there is none, or if a CR at the end may be half of
/// one.
std::optional<std::size_t> behind_line_break(const std::string& text) {
    const std::size_t at = text.find_first_of("\r\n");
    if (at == std::string::npos || (text[at] == '\r' && at + 1 == text.size())) return std::nullopt;
    return at + (text[at] == '\r' && text[at + 1] == '\n' ? 2 : 1);
}

/// The same for a file, however far away the line break is.
std::size_t behind_line_break(const std::filesystem::path& file, std::size_t from) {
    for (std::size_t at = from;;) {
        const std::string text = window(file, at);
        if (const auto found = behind_line_break(text)) return at + *found;
        if (text.size() < window_bytes) return at + text.size();
        at += text.size() - 1;  // a CR at the end is examined again
    }
}

/// The rows of a text that may be cut off anywhere.
class Rows {
  public:
    Rows(const std::string& text, const RowSyntax& syntax)
        : size_(text.size()), rows_(ByteSource("", text), syntax, text.size() + 1) {}

    /// Returns false at the end, and for a row that breaks the rules of quoting or may be cut off.
    bool next() {
        try {
            return rows_.next() && rows_.next_begins_at() < size_;
        } catch (const tabular::ReadError&) {
            return false;
        }
    }
    std::size_t values() const { return rows_.blank_line() ? 0 : rows_.cells().size(); }
    std::size_t next_begins_at() const { return rows_.next_begins_at(); }

  private:
    std::size_t size_;
    RowScanner rows_;
};

/// True if there is at least one row, and all rows have the right number of values.
bool are_complete(Rows& rows, std::size_t columns) {
    bool any = false;
    while (rows.next()) {
        if (rows.values() == 0) continue;
        if (rows.values() != columns) return false;
        any = true;
    }
    return any;
}

}  // namespace

std::size_t row_start(const std::filesystem::path& file, std::size_t at, const RowSyntax& syntax, std::size_t columns) {
    const std::size_t outside = behind_line_break(file, at - 1);  // at - 1, because a row may end just before `at`
    if (syntax.quote == '\0') return outside;
    Rows rows(window(file, outside), syntax);
    if (are_complete(rows, columns)) return outside;
    Rows others(syntax.quote + window(file, at), syntax);  // as if `at` were inside quotes
    if (!others.next()) return outside;
    const std::size_t inside = at + others.next_begins_at() - 1;
    return are_complete(others, columns) ? inside : outside;
}

}  // namespace alcole::table
