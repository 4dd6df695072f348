#include <alcole/tabular/read.hpp>

#include "table/open_table.hpp"

#include <cctype>
#include <utility>

namespace alcole::tabular {

Table read_csv(const std::filesystem::path& file, const ReadOptions& options) {
    return table::read_csv_from([&file] { return table::ByteSource(file); }, options);
}

Table read_arff(const std::filesystem::path& file, const ReadOptions& options) {
    return table::read_arff_from(table::ByteSource(file), options);
}

Table read_table(const std::filesystem::path& file, const ReadOptions& options) {
    return is_arff(file) ? read_arff(file, options) : read_csv(file, options);
}

Table read_header(const std::filesystem::path& file, const ReadOptions& options) {
    const ReadOptions marks{
        .delimiter = options.delimiter, .quote = options.quote, .comment = options.comment, .names = options.names};
    Table first = TableReader(file, marks).next(1).value();
    table::note_numbers_in_header(first);
    return first.rows({});
}

struct TableReader::Parts {
    table::OpenTable file;
    bool any = false;  // rows so far
};

TableReader::TableReader(const std::filesystem::path& file, const ReadOptions& options)
    : parts_(std::make_unique<Parts>(
          Parts{(is_arff(file) ? table::open_arff : table::open_csv)(table::ByteSource(file), options)})) {}
TableReader::TableReader(TableReader&& other) noexcept = default;
TableReader& TableReader::operator=(TableReader&& other) noexcept = default;
TableReader::~TableReader() = default;

std::optional<Table> TableReader::next(std::size_t most_rows) {
    table::OpenTable& file = parts_->file;
    table::TableBuilder builder = file.builder();
    builder.expect_at_most(most_rows);
    std::size_t count = 0;
    while (count < most_rows && file.next_row()) {
        builder.add();
        ++count;
    }
    if (count == 0 && parts_->any) return std::nullopt;
    for (const auto& [name, found] : builder.mixed())
        file.rows.fail(found.line, found.text + "; give the type of the column, this file is read only once");
    Table table = std::move(builder).finish();  // says so when there are no rows at all
    if (!parts_->any) table.notes.insert(table.notes.begin(), file.notes.begin(), file.notes.end());
    parts_->any = true;
    return table;
}

}  // namespace alcole::tabular
