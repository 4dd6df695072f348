#include <alcole/tabular/read.hpp>

#include "hdf5/column.hpp"
#include "table/folder.hpp"
#include "table/hdf5_table.hpp"
#include "table/open_table.hpp"
#include "table/reading.hpp"

#include <utility>
#include <variant>

namespace alcole::table {

/// A text, read in pieces.
class TextPieces {
  public:
    explicit TextPieces(OpenTable file) : file_(std::move(file)) {}

    std::optional<tabular::Table> next(std::size_t max_rows) {
        TableBuilder builder = file_.builder();
        builder.expect_at_most(max_rows);
        std::size_t count = 0;
        while (count < max_rows && file_.next_row()) {
            builder.add();
            ++count;
        }
        if (count == 0 && any_) return std::nullopt;
        for (const auto& [name, found] : builder.mixed())
            file_.rows.fail(found.line, found.text + "; give the type of the column, this file is read only once");
        tabular::Table table = std::move(builder).finish();  // throws if there are no rows at all
        if (!any_) table.notes.insert(table.notes.begin(), file_.notes.begin(), file_.notes.end());
        any_ = true;
        return table;
    }

  private:
    OpenTable file_;
    bool any_ = false;  // whether there have been any rows
};

tabular::Table read(const std::filesystem::path& file, const tabular::ReadOptions& options, const Context& context) {
    if (const auto files = files_of(file); files.front() != file) return read_files(files, options, context);
    if (hdf5::is_hdf5(readable_file(file, context))) {
        Hdf5Table stored(file, options, context);
        return stored.rows(0, stored.num_rows());
    }
    if (tabular::is_arff(file)) return read_arff_from(ByteSource(file, context), options);
    return read_csv_from([&] { return ByteSource(file, context); }, options);
}

}  // namespace alcole::table

namespace alcole::tabular {

Table read_csv(const std::filesystem::path& file, const ReadOptions& options) {
    return table::read_csv_from([&file] { return table::ByteSource(file); }, options);
}

Table read_arff(const std::filesystem::path& file, const ReadOptions& options) {
    return table::read_arff_from(table::ByteSource(file), options);
}

bool is_hdf5(const std::filesystem::path& file) { return hdf5::is_hdf5(table::readable_file(file)); }

Table read_table(const std::filesystem::path& file, const ReadOptions& options) {
    return table::read(file, options, Context());
}

Table read_header(const std::filesystem::path& file, const ReadOptions& options) {
    const ReadOptions marks{.delimiter = options.delimiter,
                            .quote = options.quote,
                            .comment = options.comment,
                            .names = options.names,
                            .decimal_comma = options.decimal_comma};
    Table first = TableReader(file, marks).next(1).value();
    table::note_numbers_in_header(first);
    return first.rows({});
}

namespace {

std::variant<table::TextPieces, table::Hdf5Table> opened(const std::filesystem::path& file, const ReadOptions& options,
                                                         const Context& context) {
    if (hdf5::is_hdf5(table::readable_file(file, context))) return table::Hdf5Table(file, options, context);
    return table::TextPieces(
        (is_arff(file) ? table::open_arff : table::open_csv)(table::ByteSource(file, context), options));
}

}  // namespace

struct TableReader::Parts {
    std::vector<std::filesystem::path> files;  // several for a folder
    ReadOptions options;
    Context context;
    std::variant<table::TextPieces, table::Hdf5Table> file;
    std::size_t place = 0;         // index of the open file
    std::optional<Table> first{};  // the first piece, without its rows

    std::optional<Table> next(std::size_t max_rows);
};

TableReader::TableReader(const std::filesystem::path& file, const ReadOptions& options, const Context& context) {
    auto files = table::files_of(file);
    auto first = table::unless_stopped([&] { return opened(files.front(), options, context); });
    if (first) parts_ = std::make_unique<Parts>(Parts{std::move(files), options, context, std::move(*first)});
}
TableReader::TableReader(TableReader&& other) noexcept = default;
TableReader& TableReader::operator=(TableReader&& other) noexcept = default;
TableReader::~TableReader() = default;

std::optional<Table> TableReader::Parts::next(std::size_t max_rows) {
    for (;;) {
        auto piece = std::visit([&](auto& one) { return one.next(max_rows); }, file);
        if (piece) {
            if (!first) first = piece->rows({});
            table::check_same_columns(files[place], *piece, *first);
            return piece;
        }
        if (++place == files.size()) {
            --place;
            return std::nullopt;
        }
        file = opened(files[place], options, context);
    }
}

std::optional<Table> TableReader::next(std::size_t max_rows) {
    if (!parts_) return std::nullopt;
    return table::unless_stopped([&] { return parts_->next(max_rows); }).value_or(std::nullopt);
}

}  // namespace alcole::tabular
