#include "report/html.hpp"

#include "report/format.hpp"

#include <algorithm>
#include <array>

namespace alcole::report {
namespace {

constexpr std::string_view none = "<td>\u2013</td>";

constexpr std::array<std::string_view, 3> tone_classes = {"holds", "undecided", "fails"};

}  // namespace

std::string badge(Tone tone, std::string_view sign, std::string_view word) {
    return cat(R"(<span class="verdict )", tone_classes[static_cast<std::size_t>(tone)],
               R"("><span aria-hidden="true">)", sign, "</span> ", word, "</span>");
}

std::string section(std::string_view id, std::string_view heading, std::string_view markup) {
    if (markup.empty()) return "";
    return cat(R"(<section id=")", id, R"("><h2>)", heading, "</h2>\n", markup, "</section>\n");
}

NumberTable::NumberTable(std::string label, std::vector<ColumnHead> columns)
    : label_(std::move(label)), columns_(std::move(columns)) {}

void NumberTable::begin_row(std::string_view heading) {
    rows_ += cat(R"(<tr><th scope="row">)", escape(heading), "</th>");
}

void NumberTable::begin_rows(std::string_view heading, std::size_t rows) {
    rows_ += cat(R"(<tr><th scope="rowgroup" rowspan=")", std::to_string(rows), R"(">)", escape(heading), "</th>");
}

void NumberTable::next_row() { rows_ += "<tr>"; }

void NumberTable::cell(std::string_view markup) { rows_ += cat("<td>", markup, "</td>"); }

void NumberTable::word_cell(std::string_view markup) { rows_ += cat(R"(<td class="word">)", markup, "</td>"); }

void NumberTable::sentence_cell(std::string_view markup) { rows_ += cat(R"(<td class="words">)", markup, "</td>"); }

void NumberTable::optional_cell(const std::optional<double>& value) {
    if (value)
        cell(number(*value));
    else
        rows_ += none;
}

void NumberTable::percent_cell(const std::optional<double>& share) {
    if (share)
        cell(percent_text(*share));
    else
        rows_ += none;
}

void NumberTable::interval_cell(const base::Interval& interval) {
    cell(cat(estimate_text(interval), "<small>", range_text(interval), "</small>"));
}

void NumberTable::percent_interval_cell(const base::Interval& share) {
    cell(cat(percent_estimate_text(share), "<small>", percent_range_text(share), "</small>"));
}

void NumberTable::end_row() { rows_ += "</tr>\n"; }

std::string NumberTable::table_only() const {
    std::string out = R"(<table class="numbers"><thead><tr>)";
    for (const auto& column : columns_) {
        out += cat(R"(<th scope="col")", column.words ? R"( class="word")" : "", ">", escape(column.name));
        if (!column.unit.empty()) out += cat("<small>", escape(column.unit), "</small>");
        out += "</th>";
    }
    return cat(out, "</tr></thead><tbody>\n", rows_, "</tbody></table>");
}

std::string NumberTable::html() const {
    return cat(R"(<div class="scroll" tabindex="0" role="region" aria-label=")", escape(label_), R"(">)", table_only(),
               "</div>\n");
}

std::string facts_table(std::string_view heading, const std::vector<std::pair<std::string, std::string>>& facts) {
    if (facts.empty()) return "";
    std::string out = cat("<div><h3>", heading, R"(</h3><table class="facts"><tbody>)");
    for (const auto& [name, value] : facts)
        out += cat(R"(<tr><th scope="row">)", escape(name), "</th><td>", escape(value), "</td></tr>");
    return out + "</tbody></table></div>\n";
}

std::string card(std::string_view question, const std::vector<CardLine>& lines, std::string_view remark) {
    std::string rows;
    for (const auto& line : lines) {
        rows += cat(R"(<tr><th scope="row">)", line.name, "</th><td><b>", line.value, "</b>");
        if (!line.small.empty()) rows += cat("<small>", line.small, "</small>");
        rows += "</td></tr>";
    }
    return card_around(question, rows, remark);
}

std::string card_around(std::string_view question, std::string_view rows, std::string_view remark) {
    if (rows.empty()) return "";
    return cat(R"(<div class="card"><h3>)", question, "</h3><table>", rows, "</table><p>", remark, "</p></div>\n");
}

std::string listed(const std::vector<std::string>& names, std::size_t most) {
    const std::size_t shown = names.size() <= most ? names.size() : most - 1;
    std::string out;
    for (std::size_t i = 0; i < shown; ++i) {
        const bool last = i + 1 == names.size();
        out += cat(i == 0 ? "" : last ? " and " : ", ", names[i]);
    }
    if (shown < names.size()) out += cat(" and ", count(names.size() - shown), " more");
    return out;
}

std::string in_quotes(std::string_view name) { return cat("\u201c", name, "\u201d"); }

}  // namespace alcole::report
