#include "table/folder.hpp"

#include "base/text.hpp"
#include "table/column_builder.hpp"
#include "table/reading.hpp"
#include "table/table_builder.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>

namespace alcole::table {
namespace {

namespace fs = std::filesystem;
using tabular::Column;
using tabular::ColumnType;
using tabular::ReadOptions;
using tabular::Table;

bool is_table(const fs::path& file) {
    constexpr std::array<std::string_view, 4> packed = {".gz", ".zst", ".bz2", ".xz"};
    constexpr std::array<std::string_view, 5> tables = {".csv", ".tsv", ".arff", ".h5", ".hdf5"};
    fs::path name = file.filename();
    if (name.string().starts_with('.')) return false;
    if (std::ranges::find(packed, base::lower(name.extension().string())) != packed.end()) name = name.stem();
    return std::ranges::find(tables, base::lower(name.extension().string())) != tables.end();
}

bool has_words(const std::vector<Table>& parts, std::size_t c) {
    return std::ranges::any_of(parts, [c](const Table& part) { return !part.columns[c].levels.empty(); });
}
bool has_numbers(const std::vector<Table>& parts, std::size_t c) {
    return std::ranges::any_of(parts, [c](const Table& part) { return !part.columns[c].numbers.empty(); });
}

/// Joins a column that contains numbers in all files, or words in all files; in a file where it has no values it may be
/// either.
Column joined(const std::vector<Table>& parts, std::size_t c, const ReadOptions& options) {
    const std::string& name = parts.front().columns[c].name;
    if (has_numbers(parts, c)) {
        std::vector<double> numbers;
        for (const Table& part : parts) {
            const auto& some = part.columns[c].numbers;
            numbers.insert(numbers.end(), some.begin(), some.end());
            numbers.resize(numbers.size() + part.num_rows - some.size(), std::numeric_limits<double>::quiet_NaN());
        }
        Column column{.name = name};
        column.numbers = tabular::Numbers::compact(std::move(numbers));
        return column;
    }
    Dictionary dictionary;
    std::vector<std::int32_t> codes;
    for (const Table& part : parts) {
        std::vector<std::int32_t> code_of;
        for (const auto& level : part.columns[c].levels) code_of.push_back(dictionary.code(level));
        for (const std::int32_t code : part.columns[c].codes)
            codes.push_back(code < 0 ? code : code_of[static_cast<std::size_t>(code)]);
    }
    if (!options.types.contains(name)) return tabular::column_of_words(name, std::move(codes), dictionary.words());
    Column column{.name = name, .type = parts.front().columns[c].type};
    column.codes = std::move(codes);
    column.levels = dictionary.words();
    return column;
}

}  // namespace

std::vector<fs::path> files_of(const fs::path& file) {
    std::error_code error;
    if (!fs::is_directory(file, error)) return {file};
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(file))
        if (entry.is_regular_file() && is_table(entry.path())) files.push_back(entry.path());
    if (files.empty())
        throw tabular::ReadError(file.string() + ": is a folder without any table in it (.csv, .tsv, .arff, .h5)");
    std::ranges::sort(files);
    return files;
}

void check_same_columns(const fs::path& file, const Table& part, const Table& first) {
    if (!std::ranges::equal(part.columns, first.columns, {}, &Column::name, &Column::name))
        throw tabular::ReadError(file.string() + ": its columns are not those of the first table of the folder");
}

Table read_files(const std::vector<fs::path>& files, const ReadOptions& options, const Context& context) {
    return read_files(files, options, [&](const ReadOptions& now) {
        std::vector<Table> parts;
        for (const auto& file : files) {
            parts.push_back(read(file, now, context));
            check_same_columns(file, parts.back(), parts.front());  // before the next file is read in vain
        }
        return parts;
    });
}

Table read_files(const std::vector<fs::path>& files, const ReadOptions& options, const ReadAll& read) {
    std::vector<Table> parts = read(options);
    for (std::size_t k = 0; k < files.size(); ++k) check_same_columns(files[k], parts[k], parts.front());
    ReadOptions as_words = options;
    std::vector<Note> notes;
    for (std::size_t c = 0; c < parts.front().columns.size(); ++c) {
        const std::string& name = parts.front().columns[c].name;
        // A single word makes a column a category, as within a file.
        if (options.types.contains(name) || !has_words(parts, c) || !has_numbers(parts, c)) continue;
        as_words.types[name] = ColumnType::category;
        notes.push_back({.kind = Note::Kind::mixed_files, .names = {safe(name)}});
    }
    if (!notes.empty()) {
        parts.clear();  // free memory for the second reading
        parts = read(as_words);
    }
    Table table;
    for (std::size_t k = 0; k < files.size(); ++k) {
        table.num_rows += parts[k].num_rows;
        for (const auto& note : parts[k].notes) table.notes.push_back(about(files[k].filename().string(), note));
    }
    for (std::size_t c = 0; c < parts.front().columns.size(); ++c) {
        table.columns.push_back(joined(parts, c, as_words));
        for (Table& part : parts)
            part.columns[c] = {.name = std::move(part.columns[c].name)};  // free memory for the next column
    }
    table.notes.insert(table.notes.end(), notes.begin(), notes.end());
    return table;
}

}  // namespace alcole::table
