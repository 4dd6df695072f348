#include "temporary_file.hpp"

#include <bit>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace alcole::tabular {
namespace {

/// How a table is written as CSV; what is read back must not depend on it.
struct Hand {
    char delimiter = *rc::gen::element(',', ';', '\t', '|', ':');
    char quote = *rc::gen::element('"', '\'');
    std::string line_end = *rc::gen::element<std::string>("\n", "\r\n", "\r");
    bool mark = *rc::gen::arbitrary<bool>();
    bool quote_all = *rc::gen::arbitrary<bool>();
    bool last_line_end = *rc::gen::arbitrary<bool>();

    /// Quoted if necessary, and sometimes if not.
    std::string cell(const std::string& text) const {
        const std::string special = {delimiter, quote, '\n', '\r', ' ', '\t', '#'};
        const bool must = text.empty() || text.find_first_of(special) != std::string::npos;
        if (!must && !quote_all && *rc::gen::inRange(0, 4) != 0) return blanks() + text + blanks();
        std::string result(1, quote);
        for (const char c : text) result += c == quote ? std::string(2, quote) : std::string(1, c);
        return blanks() + result + quote + blanks();
    }
    std::string blanks() const { return std::string(*rc::gen::element<std::size_t>(0, 0, 0, 1, 2), ' '); }

    std::string write(const Table& table) const {
        std::string text = mark ? "\xEF\xBB\xBF" : "";
        for (std::size_t row = 0; row <= table.num_rows; ++row) {
            if (*rc::gen::inRange(0, 8) == 0) text += "# a remark" + line_end;
            for (const auto& column : table.columns) {
                if (&column != table.columns.data()) text += delimiter;
                text += cell(row == 0 ? column.name : column.text(row - 1));
            }
            text += row < table.num_rows || last_line_end ? line_end : "";
        }
        return text;
    }
    ReadOptions options() const { return {.delimiter = delimiter, .quote = quote, .comment = '#', .missing = {""}}; }
};

/// Letters, and everything that is special to some format.
std::string word() {
    const auto piece = rc::gen::element<std::string>("a", "B", "7", " ", ",", ";", "\t", "\"", "'", "\n", "\r", "\r\n",
                                                     "|", ":", "#", "\\", "é", "猫", "🦉", "%", "{", "?");
    const auto size = *rc::gen::inRange<std::size_t>(1, 9);
    std::string result = "w";  // never a number, nor one of a pair such as yes and no
    for (const auto& part : *rc::gen::container<std::vector<std::string>>(size, piece)) result += part;
    return result;
}

double number() {
    switch (*rc::gen::inRange(0, 3)) {
        case 0:
            return *rc::gen::inRange(-1000, 1000);
        case 1:
            return *rc::gen::inRange(-100000, 100000) / 128.0;
        default: {
            const auto any = std::bit_cast<double>(*rc::gen::arbitrary<std::uint64_t>());
            return std::isfinite(any) ? any : 0;
        }
    }
}

Column some_column(const std::string& name, std::size_t rows) {
    Column column{.name = name + word(), .type = *rc::gen::element(ColumnType::number, ColumnType::category)};
    for (std::size_t row = 0; row < rows; ++row) {
        const bool missing = *rc::gen::inRange(0, 5) == 0;
        if (column.type == ColumnType::number) {
            column.numbers.push_back(missing ? std::nan("") : number());
        } else if (missing) {
            column.codes.push_back(-1);
        } else if (column.levels.empty() || *rc::gen::inRange(0, 3) == 0) {
            column.codes.push_back(static_cast<std::int32_t>(column.levels.size()));
            column.levels.push_back(std::to_string(row) + word());
        } else {
            column.codes.push_back(*rc::gen::inRange(0, static_cast<std::int32_t>(column.levels.size())));
        }
    }
    return column;
}

Table some_table() {
    Table table{.num_rows = *rc::gen::inRange<std::size_t>(1, 12)};
    const auto width = *rc::gen::inRange<std::size_t>(1, 6);
    for (std::size_t i = 0; i < width; ++i) table.columns.push_back(some_column(std::to_string(i), table.num_rows));
    return table;
}

bool all_missing(const Column& column) {
    for (std::size_t row = 0; row < column.size(); ++row)
        if (!column.missing(row)) return false;
    return true;
}

void expect_same(const Table& wanted, const Table& found) {
    RC_ASSERT(found.num_rows == wanted.num_rows);
    RC_ASSERT(found.columns.size() == wanted.columns.size());
    for (std::size_t i = 0; i < wanted.columns.size(); ++i) {
        const Column& a = wanted.columns[i];
        const Column& b = found.columns[i];
        RC_ASSERT(a.name == b.name);
        RC_ASSERT(testing::texts(a) == testing::texts(b));
        if (all_missing(a)) continue;  // such a column has no visible type
        RC_ASSERT(a.type == b.type);
        RC_ASSERT(a.levels == b.levels);
        RC_ASSERT(a.codes == b.codes);
        for (std::size_t row = 0; row < a.numbers.size(); ++row)
            RC_ASSERT(a.missing(row) ||
                      std::bit_cast<std::uint64_t>(a.numbers[row]) == std::bit_cast<std::uint64_t>(b.numbers[row]));
    }
}

RC_GTEST_PROP(Csv, IsReadBackAsItWasWhateverHandWroteIt, ()) {
    const Table table = some_table();
    const Hand hand;
    const std::string text = hand.write(table);
    RC_LOG() << text << '\n';
    expect_same(table, testing::csv(text, hand.options()));
}

RC_GTEST_PROP(Csv, AnyBytesAreReadOrRefusedWithASentence, ()) {
    const auto piece =
        rc::gen::element<std::string>("a", ",", "\"", "\n", "\r", " ", "1", std::string(1, '\0'), "\xFF");
    std::string text = "a,b\n";
    for (const auto& part : *rc::gen::container<std::vector<std::string>>(piece)) text += part;
    const std::string said = testing::refusal([&] {
        const Table table = testing::csv(text);
        for (const auto& column : table.columns) RC_ASSERT(column.size() == table.num_rows);
    });
    RC_ASSERT(said.empty() || said.starts_with("line "));
}

}  // namespace
}  // namespace alcole::tabular
