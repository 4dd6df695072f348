#include <alcole/tabular/table.hpp>

#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace alcole::tabular {
namespace {

/// Marks the levels that are merged into another one; throws if the column does not have one of them.
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

/// A selection of rows of a table, in any order.
class Selection {
  public:
    Selection(std::span<const std::size_t> which, std::size_t num_rows) : which_(which), first_(num_rows + 1) {
        if (which.size() > std::numeric_limits<std::uint32_t>::max())
            return;  // columns with so many rows do not use lists
        for (const std::size_t row : which) ++first_.at(row + 1);
        std::partial_sum(first_.begin(), first_.end(), first_.begin());
        places_.resize(which.size());
        auto next = first_;
        for (std::size_t place = 0; place < which.size(); ++place)
            places_[next[which[place]]++] = static_cast<std::uint32_t>(place);
    }

    Values<std::int32_t> of(const Values<std::int32_t>& codes) const {
        std::vector<std::int32_t> part;
        part.reserve(which_.size());
        for (const std::size_t row : which_) part.push_back(codes.at(row));
        return part;
    }

    Numbers of(const Numbers& numbers) const {
        if (numbers.few() != nullptr && places_.size() == which_.size()) return Numbers(of(*numbers.few()));
        std::vector<double> part;
        part.reserve(which_.size());
        for (const std::size_t row : which_) part.push_back(numbers.at(row));
        return part;
    }

  private:
    /// Visits only the rows that are stored explicitly.
    Numbers::Few of(const Numbers::Few& few) const {
        std::vector<std::pair<std::uint32_t, double>> found;  // new row, value
        for (std::size_t k = 0; k < few.rows.size(); ++k)
            for (std::size_t at = first_[few.rows[k]]; at < first_[few.rows[k] + 1]; ++at)
                found.emplace_back(places_[at], few.values[k]);
        std::ranges::sort(found, {}, [](const auto& one) { return one.first; });
        Numbers::Few part{.size = which_.size(), .rest = few.rest};
        part.rows.reserve(found.size());
        part.values.reserve(found.size());
        for (const auto& [row, value] : found) {
            part.rows.push_back(row);
            part.values.push_back(value);
        }
        return part;
    }

    std::span<const std::size_t> which_;
    std::vector<std::size_t> first_;       // for each row of the table: the start of its part of places_
    std::vector<std::uint32_t> places_{};  // new positions of the rows of the table, ascending for each row
};

}  // namespace

bool Column::missing(std::size_t row) const {
    return type == ColumnType::number ? std::isnan(numbers[row]) : codes[row] < 0;
}

std::size_t Column::num_missing() const {
    const auto is_missing = [](double v) { return std::isnan(v); };
    if (type != ColumnType::number)
        return static_cast<std::size_t>(std::ranges::count_if(codes, [](std::int32_t code) { return code < 0; }));
    const Numbers::Few* few = numbers.few();
    if (few == nullptr) return static_cast<std::size_t>(std::ranges::count_if(numbers.all(), is_missing));
    const auto listed = static_cast<std::size_t>(std::ranges::count_if(few->values, is_missing));
    return listed + (is_missing(few->rest) ? few->size - few->rows.size() : 0);
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
    throw std::invalid_argument("there is no column '" + std::string(name) + "'" +
                                base::did_you_mean_or("columns", name, names));
}

Table Table::rows(std::span<const std::size_t> which) const {
    Table result{.columns = {}, .num_rows = which.size(), .notes = notes};
    result.columns.reserve(columns.size());
    const Selection selection(which, num_rows);
    for (const auto& column : columns) {
        Column part{.name = column.name, .type = column.type, .levels = column.levels};
        if (column.type == ColumnType::number)
            part.numbers = selection.of(column.numbers);
        else
            part.codes = selection.of(column.codes);
        result.columns.push_back(std::move(part));
    }
    return result;
}

Table merge_levels(Table table, std::string_view column, std::span<const std::string> levels, const std::string& into) {
    auto& merged = table.columns[static_cast<std::size_t>(&table.at(column) - table.columns.data())];
    if (merged.type != ColumnType::category)
        throw std::invalid_argument("levels of column '" + merged.name + "' cannot be merged: it is read as " +
                                    std::string(to_string(merged.type)) + "; read it as a category (data.categories)");
    if (levels.empty()) throw std::invalid_argument("no levels of column '" + merged.name + "' are given to merge");
    if (into.empty())
        throw std::invalid_argument("levels of column '" + merged.name + "' need a name for the merged level");
    const std::vector<bool> away = merged_away(merged, levels, into);
    std::vector<std::string> kept;
    for (std::size_t i = 0; i < away.size(); ++i)
        if (!away[i]) kept.push_back(merged.levels[i]);
    const auto target = std::ranges::find(kept, into) - kept.begin();
    if (std::ranges::find(kept, into) == kept.end()) kept.push_back(into);

    std::vector<std::int32_t> code_of(away.size());  // new code by old code
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
