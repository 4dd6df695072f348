#pragma once

#include "base/interval.hpp"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Pieces of pages: verdicts, tables, lists. What is called text is escaped here; what is called markup is not.
namespace alcole::report {

/// How a verdict looks: its colour never stands alone.
enum class Tone { good, open, bad };

/// A word with its sign: "\u2713 met".
std::string badge(Tone tone, std::string_view sign, std::string_view word);

/// A section with an id and a heading around its markup; nothing when there is none.
std::string section(std::string_view id, std::string_view heading, std::string_view markup);

/// The heading of a column, and in small what it is measured in.
struct ColumnHead {
    std::string name{};
    std::string unit{};
    bool words = false;  ///< at the left, as words are
};

/// A table of numbers that scrolls sideways by itself on a narrow screen. The first cell of a row is its heading.
class NumberTable {
  public:
    NumberTable(std::string label, std::vector<ColumnHead> columns);

    void begin_row(std::string_view heading);
    void begin_rows(std::string_view heading, std::size_t rows);  ///< the first of some rows with one heading
    void next_row();                                              ///< one of the others
    void cell(std::string_view markup);
    void word_cell(std::string_view markup);      ///< a word or two, at the left
    void sentence_cell(std::string_view markup);  ///< the same, and allowed to break
    void optional_cell(const std::optional<double>& value);
    void percent_cell(const std::optional<double>& share);
    void interval_cell(const base::Interval& interval);
    void percent_interval_cell(const base::Interval& share);
    void end_row();

    bool empty() const { return rows_.empty(); }
    std::string html() const;        ///< in a region of its own
    std::string table_only() const;  ///< for inside a figure, which has one

  private:
    std::string label_{};
    std::vector<ColumnHead> columns_{};
    std::string rows_{};
};

/// Names and values, both text, under a heading.
std::string facts_table(std::string_view heading, const std::vector<std::pair<std::string, std::string>>& facts);

/// A box with a question, some lines of name and value (markup), and a remark below.
struct CardLine {
    std::string name{};
    std::string value{};
    std::string small{};  ///< below the value
};
std::string card(std::string_view question, const std::vector<CardLine>& lines, std::string_view remark);

/// The same around rows that are made already; nothing when there are none.
std::string card_around(std::string_view question, std::string_view rows, std::string_view remark);

/// "a", "a and b", "a, b and c"; with more than `most` names the rest is counted.
std::string listed(const std::vector<std::string>& names, std::size_t most = 6);

/// In typographic quotes.
std::string in_quotes(std::string_view name);

}  // namespace alcole::report
