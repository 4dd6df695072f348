#include "table/hdf5_table.hpp"

#include "base/text.hpp"
#include "table/column_builder.hpp"
#include "table/table_builder.hpp"
#include "table/utf8.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace alcole::table {

using tabular::Column;
using tabular::ColumnType;
using tabular::ReadOptions;
using tabular::Table;

Hdf5Table::Hdf5Table(const std::filesystem::path& file, const ReadOptions& options, const Context& context)
    : name_(file == "-" ? "standard input" : file.string()),
      options_(options),
      reading_(context, name_, "rows"),
      reader_(std::make_unique<hdf5::Reader>(readable_file(file, context), name_)) {
    std::vector<std::string> names;
    for (const auto& head : reader_->columns()) {
        names.push_back(head.name);
        if (valid_utf8_length(head.name) < head.name.size()) fail("the name of a column: " + why_not_text(head.name));
        for (const auto& level : head.levels)
            if (valid_utf8_length(level) < level.size())
                fail("column " + shown(head.name) + ": " + why_not_text(level));
    }
    const std::set<std::string_view> known(names.begin(), names.end());
    if (known.size() < names.size()) fail("two columns have the same name; write the table again");
    for (const auto& name : options.columns)
        if (!known.contains(name)) fail("there is no column " + shown(name) + base::did_you_mean(name, names));
    for (const auto& [name, type] : options.types)
        if (!known.contains(name))
            fail("there is no column " + shown(name) + ", whose type was given" + base::did_you_mean(name, names));
    const std::set<std::string_view> wanted(options_.columns.begin(), options_.columns.end());
    for (std::size_t place = 0; place < names.size(); ++place)
        if (wanted.empty() || wanted.contains(names[place])) places_.push_back(place);
}

void Hdf5Table::fail(const std::string& why) const { throw tabular::ReadError(name_ + ": " + why); }

Column Hdf5Table::stored(std::size_t place, std::size_t first, std::size_t count) const {
    const hdf5::ColumnHead& head = reader_->columns()[place];
    Column column{.name = head.name, .type = head.type};
    if (!head.has_words()) {
        std::vector<double> numbers(count);
        reader_->read(place, first, numbers);
        column.numbers = tabular::Numbers::compact(std::move(numbers));
        return column;
    }
    std::vector<std::int32_t> codes(count);
    reader_->read(place, first, codes);
    column.codes = std::move(codes);
    column.levels = head.levels;
    return column;
}

/// True if the column has the requested type, and none of its words means "no value".
bool Hdf5Table::stays(const hdf5::ColumnHead& head) const {
    const auto asked = options_.types.find(head.name);
    const bool same = asked == options_.types.end() || asked->second == head.type ||
                      (asked->second == ColumnType::category && head.has_words());
    const auto gone = [&](const std::string& level) {
        return std::ranges::find(options_.missing, level) != options_.missing.end();
    };
    return same && std::ranges::none_of(head.levels, gone);
}

std::vector<std::uint64_t> Hdf5Table::parts(std::size_t count) const {
    const std::size_t chunks = (num_rows() + hdf5::chunk_rows - 1) / hdf5::chunk_rows;
    std::vector<std::uint64_t> bounds;
    for (std::size_t k = 0; k <= count; ++k)
        bounds.push_back(std::min(num_rows(), hdf5::chunk_rows * (chunks / count * k + std::min(k, chunks % count))));
    return bounds;
}

bool Hdf5Table::is_as_stored() const {
    return std::ranges::all_of(places_, [&](std::size_t place) { return stays(reader_->columns()[place]); });
}

/// Converts a column value by value, as if it were read from a text.
Column Hdf5Table::changed(const Column& column) const {
    const auto asked = options_.types.find(column.name);
    ColumnBuilder builder(column.name, asked != options_.types.end()         ? std::optional(asked->second)
                                       : column.type == ColumnType::category ? std::optional(column.type)
                                                                             : std::nullopt);
    for (std::size_t row = 0; row < column.size(); ++row) {
        const std::string text = column.text(row);
        if (column.missing(row) || std::ranges::find(options_.missing, text) != options_.missing.end())
            builder.add_missing();
        else if (builder.add(text) != ColumnBuilder::Added::yes)
            fail("column " + shown(column.name) + ": " + shown(text) + " is not of the type that was asked for, " +
                 std::string(to_string(asked->second)));
    }
    return std::move(builder).finish();
}

/// A boolean column is stored with its words in order of appearance; which of them means true is found as for a text.
Column Hdf5Table::column(std::size_t place, std::size_t first, std::size_t count) const {
    const hdf5::ColumnHead& head = reader_->columns()[place];
    Column column = stored(place, first, count);
    if (!stays(head)) return changed(column);
    if (head.type != ColumnType::boolean) return column;
    if (options_.types.contains(head.name) && options_.types.at(head.name) == ColumnType::category) {
        column.type = ColumnType::category;
        return column;
    }
    return tabular::column_of_words(std::move(column.name), std::move(column.codes), std::move(column.levels));
}

Table Hdf5Table::rows(std::size_t first, std::size_t count) {
    Table table{.num_rows = count};
    for (const std::size_t place : places_) {
        reading_.at(first + count / places_.size() * table.columns.size(), num_rows());
        table.columns.push_back(column(place, first, count));
    }
    return table;
}

std::optional<Table> Hdf5Table::next(std::size_t max_rows) {
    if (passed_ == num_rows()) return std::nullopt;
    const std::size_t first = passed_;
    passed_ = std::min(num_rows(), first + max_rows);
    return rows(first, passed_ - first);
}

}  // namespace alcole::table
