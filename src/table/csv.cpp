#include "table/open_table.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace alcole::table {
namespace {

using tabular::Column;
using tabular::ColumnType;
using tabular::ReadOptions;
using tabular::Table;

/// A character with two roles would make every file ambiguous.
void check_marks(const ReadOptions& options) {
    const auto no_mark = [](char c) { return c == '\n' || c == '\r'; };
    const std::string marks = {options.delimiter, options.quote, options.comment};
    const bool same = options.delimiter == options.quote || options.delimiter == options.comment ||
                      (options.quote == options.comment && options.quote != '\0');
    if (options.decimal_comma && options.delimiter == ',')
        throw std::invalid_argument("a comma cannot be both the delimiter and the decimal separator");
    if (same || std::ranges::any_of(marks, no_mark))
        throw std::invalid_argument(
            "the delimiter, the quote and the comment mark must be three different characters, and no line breaks");
}

std::vector<std::string> names_from_header(RowScanner& rows) {
    std::vector<std::string> names;
    do {
        if (!rows.next()) rows.fail("the file is empty; a header line was expected");
    } while (rows.blank_line());
    for (const auto& cell : rows.cells()) names.emplace_back(cell.text);
    if (std::ranges::all_of(names, &std::string::empty)) rows.fail("no column has a name in the header");
    return names;
}

/// Programs that write row numbers often leave their column without a name. It gets one, and a note if it is kept; if
/// another column already has that name, the two are treated like any other duplicates.
void name_unnamed_columns(OpenTable& file) {
    const auto& wanted = file.options.columns;
    for (std::size_t place = 0; place < file.names.size(); ++place) {
        std::string& name = file.names[place];
        if (!name.empty()) continue;
        name = "column " + std::to_string(place + 1);
        if (wanted.empty() || std::ranges::find(wanted, name) != wanted.end())
            file.notes.push_back(
                {.kind = Note::Kind::unnamed_column, .names = {name}, .numbers = {static_cast<double>(place + 1)}});
    }
}

/// Reads the whole file once. Returns nothing if columns that were guessed to contain numbers contain words: they get
/// the type category in `options`, for the next reading, and a note.
std::optional<Table> read_once(ByteSource source, ReadOptions& options, std::vector<Note>& notes) {
    OpenTable file = open_csv(std::move(source), options);
    TableBuilder builder = file.builder();
    while (file.next_row()) builder.add();
    for (const auto& [name, found] : builder.mixed()) {
        if (!file.rows.source().repeatable())
            file.rows.fail(found.line, found.text + "; a pipe is read only once, so give the type of the column");
        notes.push_back(found.note);
    }
    for (const auto& [name, found] : builder.mixed()) options.types[name] = ColumnType::category;
    if (!builder.mixed().empty()) return std::nullopt;
    Table table = std::move(builder).finish();
    table.notes.insert(table.notes.begin(), file.notes.begin(), file.notes.end());
    return table;
}

}  // namespace

void note_numbers_in_header(Table& table) {
    const auto number = [](const Column& column) {
        return parse_number(column.name).kind == ParsedNumber::Kind::number;
    };
    const auto found = std::ranges::find_if(table.columns, number);
    if (found != table.columns.end())
        table.notes.push_back({.kind = Note::Kind::number_in_header, .names = {safe(found->name)}});
}

RowSyntax csv_syntax(const ReadOptions& options) {
    return {.delimiter = options.delimiter, .quote = options.quote, .comment = options.comment, .trim = options.trim};
}

OpenTable open_csv(ByteSource source, const ReadOptions& options) {
    check_marks(options);
    OpenTable file{.rows = {std::move(source), csv_syntax(options)},
                   .options = options,
                   .names = options.names,
                   .levels = {},
                   .notes = {}};
    if (!file.names.empty()) return file;
    file.names = names_from_header(file.rows);
    name_unnamed_columns(file);
    return file;
}

/// When the first word of a column appears after many numbers, their text is gone, hence the second reading. It is the
/// last one unless the file changes in between.
Table read_csv_from(const std::function<ByteSource()>& open, const ReadOptions& options) {
    ReadOptions refined = options;
    std::vector<Note> notes;
    for (;;) {
        auto table = read_once(open(), refined, notes);
        if (!table) continue;
        table->notes.insert(table->notes.end(), notes.begin(), notes.end());
        if (options.names.empty()) note_numbers_in_header(*table);
        return std::move(*table);
    }
}

}  // namespace alcole::table
