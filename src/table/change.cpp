#include <alcole/tabular/constraint.hpp>

#include <algorithm>
#include <stdexcept>

namespace alcole::tabular {
namespace {

/// The code of a level, which is added to the column if necessary.
std::int32_t code_of(Column& column, const std::string& level) {
    const auto place = std::ranges::find(column.levels, level);
    const auto code = static_cast<std::int32_t>(place - column.levels.begin());
    if (place == column.levels.end()) column.levels.push_back(level);
    return code;
}

}  // namespace

namespace {

void change_column(Table& table, const AttributeChange& change, const Schema& schema) {
    const auto found = std::ranges::find(table.columns, change.column, &Column::name);
    if (found == table.columns.end()) throw std::invalid_argument("there is no column '" + change.column + "'");
    Column& column = *found;
    if (change.flip) {
        const auto& levels = schema.feature(change.column).levels;
        const std::int32_t one = code_of(column, levels.at(0));
        const std::int32_t other = code_of(column, levels.at(1));
        for (auto& code : column.codes) code = code == one ? other : code == other ? one : code;
        return;
    }
    if (change.add != 0) {
        for (double& number : column.numbers) number += change.add;  // a missing number (NaN) stays missing
        return;
    }
    const std::int32_t to = code_of(column, change.to);
    const std::int32_t from = change.from.empty() ? to : code_of(column, change.from);
    for (auto& code : column.codes)
        if (change.from.empty() || code == from) code = to;
}

}  // namespace

Table with_change(Table table, const AttributeChange& change, const Schema& schema) {
    change_column(table, change, schema);
    for (const auto& one : change.also) change_column(table, one, schema);
    return table;
}

}  // namespace alcole::tabular
