#include <alcole/tabular/table.hpp>

#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace alcole::tabular {
namespace {

/// Which levels are to go into another; refuses those that the column does not have.
std::vector<bool> merged_away(const Column& column, std::span<const std::string> levels, const std::string& into) {
    std::vector<bool> away(column.levels.size());
    for (const auto& level : levels) {
        const auto found = std::ranges::find(column.levels, level);
        if (found == column.levels.end())
            throw std::invalid_argument("column '" + column.name + "' has no level '" + level + "' to merge" +
                                        base::did_you_mean(level, column.levels));
        away[static_cast<std::size_t>(found - column.levels.begin())] = level != into;
    }
    return away;
}

}  // namespace

bool Column::missing(std::size_t row) const {
    return type == ColumnType::number ? std::isnan(numbers[row]) : codes[row] < 0;
}

std::string Column::text(std::size_t row) const {
    if (missing(row)) return "";
    return type == ColumnType::number ? base::number_text(numbers[row]) : levels[static_cast<std::size_t>(codes[row])];
}

const Column* Table::find(std::string_view name) const {
    const auto found = std::ranges::find(columns, name, &Column::name);
    return found == columns.end() ? nullptr : &*found;
}

const Column& Table::at(std::string_view name) const {
    if (const Column* column = find(name)) return *column;
    std::vector<std::string_view> names;
    for (const auto& column : columns) names.push_back(column.name);
    throw std::invalid_argument("there is no column '" + std::string(name) + "'" + base::did_you_mean(name, names));
}

Table Table::rows(std::span<const std::size_t> which) const {
    Table result{.columns = {}, .num_rows = which.size(), .notes = notes};
    for (const auto& column : columns) {
        Column part{.name = column.name, .type = column.type, .levels = column.levels};
        part.numbers.reserve(column.type == ColumnType::number ? which.size() : 0);
        part.codes.reserve(column.type == ColumnType::number ? 0 : which.size());
        for (const std::size_t row : which) {
            if (column.type == ColumnType::number)
                part.numbers.push_back(column.numbers.at(row));
            else
                part.codes.push_back(column.codes.at(row));
        }
        result.columns.push_back(std::move(part));
    }
    return result;
}

Table merge_levels(Table table, std::string_view column, std::span<const std::string> levels, const std::string& into) {
    auto& merged = table.columns[static_cast<std::size_t>(&table.at(column) - table.columns.data())];
    if (merged.type != ColumnType::category)
        throw std::invalid_argument("levels of column '" + merged.name + "' cannot be merged: it is read as " +
                                    std::string(to_string(merged.type)) + "; read it as a category (data.categories)");
    if (levels.empty()) throw std::invalid_argument("no levels of column '" + merged.name + "' are named to be merged");
    if (into.empty())
        throw std::invalid_argument("levels of column '" + merged.name + "' need a name to be merged into");
    const std::vector<bool> away = merged_away(merged, levels, into);
    std::vector<std::string> kept;
    for (std::size_t i = 0; i < away.size(); ++i)
        if (!away[i]) kept.push_back(merged.levels[i]);
    const auto target = std::ranges::find(kept, into) - kept.begin();
    if (std::ranges::find(kept, into) == kept.end()) kept.push_back(into);

    std::vector<std::int32_t> code_of(away.size());  // by the code before
    std::ranges::transform(away, code_of.begin(), [target, next = std::int32_t{0}](bool goes) mutable {
        return goes ? static_cast<std::int32_t>(target) : next++;
    });
    for (auto& code : merged.codes)
        if (code >= 0) code = code_of[static_cast<std::size_t>(code)];
    merged.levels = std::move(kept);
    return table;
}

std::string to_csv(const Table& table) {
    std::string csv;
    for (const auto& column : table.columns) csv += (csv.empty() ? "" : ",") + base::csv_cell(column.name);
    csv += '\n';
    for (std::size_t row = 0; row < table.num_rows; ++row) {
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            csv += (c > 0 ? "," : "") + base::csv_cell(table.columns[c].text(row));
        csv += '\n';
    }
    return csv;
}

}  // namespace alcole::tabular
