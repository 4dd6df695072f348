#pragma once

#include "report/text.hpp"

#include <string>
#include <vector>

namespace alcole::report {

struct Column {
    enum class Kind { numbers, words, sentences };
    std::string name{};
    std::string unit{};  ///< in small below it
    Kind kind = Kind::numbers;
};

struct Cell {
    Cell() = default;
    template <class Part>
    requires std::constructible_from<Text, Part> Cell(const Part& part)
        : text(part) {}  // NOLINT(google-explicit-constructor): a text is a cell
    Cell(Text words, Text below) : text(std::move(words)), small(std::move(below)) {}

    Text text{};
    Text small{};  ///< below it on a page, behind it in brackets elsewhere
};

/// An estimate with its interval; without the interval a dash.
Cell interval_cell(const Interval& interval, bool percent = false);
Cell interval_cell(const std::optional<Interval>& interval, bool percent = false);

/// The first cell is the heading of the row, and of so many; one without any stands under the heading above it.
struct Row {
    std::vector<Cell> cells{};
    std::size_t heads = 1;
};

struct Table {
    std::string label{};  ///< what it is, for those who do not see it
    std::vector<Column> columns{};
    std::vector<Row> rows{};
    std::string caption{};
    bool claims = false;  ///< sentences with numbers, which become cards on a phone
};

}  // namespace alcole::report
