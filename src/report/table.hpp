#pragma once

#include "report/text.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace alcole::report {

struct Column {
    enum class Kind { numbers, words, sentences };
    std::string name{};
    std::string unit{};  ///< in small print below the name
    Kind kind = Kind::numbers;
};

struct Cell {
    Cell() = default;
    template <class Part>
    // NOLINTNEXTLINE(google-explicit-constructor): a text is a cell
    requires std::constructible_from<Text, Part> Cell(const Part& part) : text(part) {}
    Cell(Text words, Text below) : text(std::move(words)), small(std::move(below)) {}

    Text text{};
    Text small{};  ///< below the text on a page, after it in parentheses elsewhere
};

/// An estimate with its interval, if that has a width; a dash if there is no estimate.
inline Cell interval_cell(const Interval& interval, bool percent = false) {
    return {Mean{interval, percent}, ends(interval, percent)};
}
inline Cell interval_cell(const std::optional<Interval>& interval, bool percent = false) {
    return interval ? interval_cell(*interval, percent) : Cell(Nothing{});
}

/// The first cell is the heading of the row.
struct Row {
    std::vector<Cell> cells{};
};

struct Table {
    std::string label{};  ///< a description for screen readers
    std::vector<Column> columns{};
    std::vector<Row> rows{};
    std::string caption{};
    bool claims = false;   ///< sentences with numbers, which become cards on a phone
    bool grouped = false;  ///< consecutive rows with the same heading share it
};

/// A column of a table about items: its header, and the cell for an item.
template <class Item>
struct ColumnOf {
    Column head{};
    std::function<Cell(const Item&)> cell{};
    bool shown = true;
};

/// One row per item, without hidden columns.
template <class Item>
Table table_of(std::string label, std::type_identity_t<std::span<const Item>> items,
               std::vector<ColumnOf<Item>> columns) {
    std::erase_if(columns, [](const auto& column) { return !column.shown; });
    Table table{.label = std::move(label)};
    for (const auto& column : columns) table.columns.push_back(column.head);
    for (const auto& item : items) {
        Row& row = table.rows.emplace_back();
        for (const auto& column : columns) row.cells.push_back(column.cell(item));
    }
    return table;
}

std::string html(const Text& text);
std::string html(const Table& table);

}  // namespace alcole::report
