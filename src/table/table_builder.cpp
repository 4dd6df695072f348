#include "table/table_builder.hpp"

#include "base/text.hpp"
#include "table/utf8.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace alcole::table {

using tabular::ColumnType;
using tabular::ReadOptions;
using tabular::Table;

std::string safe(std::string_view text) {
    constexpr std::size_t max_length = 40;
    std::string found;
    std::size_t at = 0;
    while (at < text.size() && found.size() < max_length) {
        const std::string_view rest = text.substr(at);
        const std::size_t valid = valid_utf8_length(rest.substr(0, 4));
        std::size_t length = 1;
        while (length < valid && (static_cast<unsigned char>(rest[length]) & 0xC0U) == 0x80U) ++length;
        if (valid == 0)
            found += '?';
        else if (static_cast<unsigned char>(rest[0]) < 0x20)
            found += ' ';
        else
            found += rest.substr(0, length);
        at += length;
    }
    return found + (at < text.size() ? "..." : "");
}

std::string shown(std::string_view text) { return "'" + safe(text) + "'"; }

std::string why_not_text(std::string_view text) {
    const std::size_t at = valid_utf8_length(text);
    if (at < text.size() && text[at] == '\0')
        return "there is a zero byte in the text; if the file is in UTF-16, save it as UTF-8, else it is not a table";
    return "the text " + shown(text) + " is not valid UTF-8; convert the file (iconv -f LATIN1 -t UTF-8)";
}

TableBuilder::TableBuilder(std::vector<std::string> names, const ReadOptions& options, RowScanner& rows,
                           const DeclaredLevels& declared)
    : options_(options), rows_(rows), names_(std::move(names)), places_(names_.size()), bytes_(rows.source().size()) {
    for (std::size_t place = 0; place < names_.size(); ++place) {
        if (valid_utf8_length(names_[place]) < names_[place].size())
            rows_.fail("the name of column " + std::to_string(place + 1) + ": " + why_not_text(names_[place]));
        first_place_of_.try_emplace(names_[place], place);
    }
    check_asked_names();
    for (const auto& word : options.missing)
        starts_missing_[static_cast<unsigned char>(word.empty() ? '\0' : word.front())] = true;
    const std::unordered_set<std::string_view> asked(options.columns.begin(), options.columns.end());
    for (std::size_t place = 0; place < names_.size(); ++place) {
        const std::string& name = names_[place];
        if (!asked.empty() && !asked.contains(name)) continue;
        if (const std::size_t first = first_place_of_.at(name); first < place) {
            places_[place].first_place = first;
            continue;
        }
        places_[place].column = static_cast<int>(builders_.size());
        const auto type = options.types.find(name);
        const auto levels = declared.find(name);
        builders_.emplace_back(name, type == options.types.end() ? std::nullopt : std::optional(type->second),
                               levels == declared.end() ? std::span<const std::string>() : std::span(levels->second),
                               options.decimal_comma);
    }
}

void TableBuilder::check_asked_names() const {
    for (const auto& name : options_.columns)
        if (!first_place_of_.contains(name))
            rows_.fail("there is no column " + shown(name) + base::did_you_mean(name, names_));
    for (const auto& [name, type] : options_.types)
        if (!first_place_of_.contains(name))
            rows_.fail("there is no column " + shown(name) + ", whose type was given" +
                       base::did_you_mean(name, names_));
}

std::string TableBuilder::sentence(std::size_t place, const std::string& why) const {
    return "column " + std::to_string(place + 1) + " (" + shown(names_[place]) + "): " + why;
}

/// A declared value is a value even if it is one of the words for "missing", except for an unquoted "?".
bool TableBuilder::means_missing(const Cell& cell, const ColumnBuilder& builder) const {
    const char first = cell.text.empty() ? '\0' : cell.text.front();
    if (!starts_missing_[static_cast<unsigned char>(first)]) return false;
    if (std::ranges::find(options_.missing, cell.text) == options_.missing.end()) return false;
    return (cell.text == "?" && !cell.quoted) || !builder.declares(cell.text);
}

void TableBuilder::add() {
    const auto cells = rows_.cells();
    if (cells.size() != places_.size())
        rows_.fail(base::plural(cells.size(), "value") +
                   (places_.size() == 1 ? " where there is " : " where there are ") +
                   base::plural(places_.size(), "column") + "; " +
                   (cells.size() == 1 ? "is the delimiter right?" : "is a delimiter missing, or a value not quoted?"));
    for (std::size_t place = 0; place < cells.size(); ++place) take(place, cells[place]);
    if (++num_rows_ == next_guess_) expect_rows();
}

/// Estimates the number of rows from those so far and the size of the file. Memory reserved in time need not be copied
/// later, and costs nothing until it is used.
void TableBuilder::expect_rows() {
    next_guess_ *= 16;
    if (bytes_ == 0) return;
    const double share = static_cast<double>(rows_.bytes_passed()) / static_cast<double>(bytes_);
    const auto rows = static_cast<std::size_t>(1.1 * static_cast<double>(num_rows_) / std::min(share, 1.0));
    for (auto& builder : builders_) builder.expect(std::min(rows, max_rows_));
}

void TableBuilder::take(std::size_t place, const Cell& cell) {
    const Place& here = places_[place];
    if (here.first_place) return compare_with_first(place, cell);
    if (here.column < 0) return;
    ColumnBuilder& builder = builders_[static_cast<std::size_t>(here.column)];
    if (means_missing(cell, builder)) return builder.add_missing();
    const auto added = builder.add(cell.text);
    if (added != ColumnBuilder::Added::yes) refuse(place, cell, added);
}

void TableBuilder::compare_with_first(std::size_t place, const Cell& cell) const {
    const Cell& first = rows_.cells()[*places_[place].first_place];
    if (first.text == cell.text) return;
    const bool number = parse_number(names_[place]).kind == ParsedNumber::Kind::number;
    fail(place, "the name occurs twice and the values differ, " + shown(first.text) + " and " + shown(cell.text) +
                    (number ? "; has the file no header? Then set data.names" : "; rename one of the columns"));
}

/// Throws, unless the column may still turn out to contain words.
void TableBuilder::refuse(std::size_t place, const Cell& cell, ColumnBuilder::Added why) {
    const ColumnBuilder& builder = builders_[static_cast<std::size_t>(places_[place].column)];
    switch (why) {
        case ColumnBuilder::Added::yes:
            return;
        case ColumnBuilder::Added::mixed:
            if (!mixed_.contains(names_[place]))
                mixed_[names_[place]] = {
                    rows_.line(), sentence(place, "after numbers there is " + shown(cell.text)),
                    Note{.kind = Note::Kind::words_after_numbers,
                         .names = {safe(names_[place]), safe(cell.text)},
                         .numbers = {static_cast<double>(rows_.line()), static_cast<double>(place + 1)}}};
            return;
        case ColumnBuilder::Added::too_large: {
            const std::string text = "the number " + shown(cell.text) +
                                     " is too large to be kept; correct it, or read the column as category";
            if (!builder.guessed()) fail(place, text);
            if (!too_large_) too_large_ = Sentence{rows_.line(), sentence(place, text), {}};
            return;
        }
        case ColumnBuilder::Added::wrong_type:
            if (options_.types.at(names_[place]) == ColumnType::boolean)
                fail(place, shown(cell.text) + " is neither true nor false; write true or false, yes or no, 1 or 0");
            fail(place, shown(cell.text) +
                            " is not a number; correct it, name it among the missing words, or read the column as "
                            "category");
        case ColumnBuilder::Added::not_declared:
            fail(place, shown(cell.text) + " is not among the declared values" +
                            base::did_you_mean(cell.text, builder.levels()));
        case ColumnBuilder::Added::not_utf8:
            fail(place, why_not_text(cell.text));
        case ColumnBuilder::Added::too_many:
            fail(place, "there are more than 2147483647 different words");
    }
}

Table TableBuilder::finish() && {
    if (num_rows_ == 0) rows_.fail("there are no rows of values");
    if (too_large_) rows_.fail(too_large_->line, too_large_->text);
    Table table{.columns = {}, .num_rows = num_rows_, .notes = {}};
    for (std::size_t place = 0; place < places_.size(); ++place) {
        if (places_[place].first_place)
            table.notes.push_back({.kind = Note::Kind::repeated_column, .names = {safe(names_[place])}});
        if (places_[place].column < 0) continue;
        auto& builder = builders_[static_cast<std::size_t>(places_[place].column)];
        table.columns.push_back(std::move(builder).finish());
    }
    return table;
}

}  // namespace alcole::table
