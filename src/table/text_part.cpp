#include "table/text_part.hpp"

#include <algorithm>
#include <utility>

namespace alcole::table {

using tabular::ReadOptions;
using tabular::Table;

bool agree(const std::vector<ValueKind>& some, const std::vector<ValueKind>& others) {
    return std::ranges::equal(some, others, [](ValueKind one, ValueKind other) {
        return one == other || one == ValueKind::unknown || other == ValueKind::unknown;
    });
}

TextPart::TextPart(OpenTable file, std::size_t end) : file_(std::move(file)), builder_(file_.builder()), end_(end) {
    facts_.begin = file_.rows.next_begins_at();
}

TextPart::TextPart(const std::filesystem::path& file, const ReadOptions& options, std::size_t begin, std::size_t end)
    : TextPart(open_csv(ByteSource(file, begin), options), end) {
    builder_.expect_bytes(end > begin ? end - begin : 0);
}

void TextPart::read_rows() {
    while (file_.rows.next_begins_at() < end_ && file_.rows.next())
        if (!file_.rows.blank_line()) builder_.add();
}

void TextPart::read(const std::vector<ValueKind>& kinds) {
    for (std::size_t c = 0; c < kinds.size(); ++c) builder_.columns()[c].assume(kinds[c]);
    try {
        read_rows();
        facts_.failed = builder_.has_too_large();
    } catch (const tabular::ReadError&) {
        facts_.failed = true;
    }
    facts_.end = file_.rows.next_begins_at();
    facts_.lines = file_.rows.lines_passed();
    facts_.rows = builder_.num_rows();
    for (const auto& column : builder_.columns()) facts_.kinds.push_back(column.kind());
    for (const auto& [name, found] : builder_.mixed()) facts_.mixed[name] = found.note;
}

Table TextPart::finish() && {
    Table table = std::move(builder_).finish();
    table.notes.insert(table.notes.begin(), file_.notes.begin(), file_.notes.end());
    return table;
}

std::vector<ValueKind> kinds_of_first_rows(OpenTable file) {
    constexpr std::size_t max_rows = 1000;
    constexpr std::size_t max_bytes = std::size_t{1} << 20U;
    TableBuilder builder = file.builder();
    builder.expect_at_most(max_rows);
    const auto unknown = [&] {
        return std::ranges::any_of(builder.columns(),
                                   [](const auto& column) { return column.kind() == ValueKind::unknown; });
    };
    while (unknown() && builder.num_rows() < max_rows && file.rows.bytes_passed() < max_bytes && file.next_row())
        builder.add();
    std::vector<ValueKind> kinds;
    for (const auto& column : builder.columns()) kinds.push_back(column.kind());
    return kinds;
}

}  // namespace alcole::table
