// Text and tables as HTML.
#include "report/format.hpp"
#include "report/table.hpp"

#include <array>

namespace alcole::report {
namespace {

std::string html(const Span& span) {
    const auto tagged = [](std::string_view tag, std::string_view text) {
        return cat("<", tag, ">", escape(text), "</", tag.substr(0, tag.find(' ')), ">");
    };
    if (const auto* text = std::get_if<Emphasis>(&span)) return tagged("em", text->text);
    if (const auto* text = std::get_if<Strong>(&span)) return tagged("b", text->text);
    if (const auto* text = std::get_if<Warning>(&span)) return tagged(R"(strong class="synthetic")", text->text);
    if (const auto* text = std::get_if<Index>(&span)) return tagged("sub", text->text);
    if (const auto* link = std::get_if<Link>(&span))
        return cat(R"(<a href=")", escape(link->target), R"(">)", escape(link->text), "</a>");
    if (const auto* drawing = std::get_if<Drawing>(&span)) return drawing->svg;
    if (const auto* badge = std::get_if<Badge>(&span)) {
        constexpr std::array<std::string_view, 3> classes = {"holds", "undecided", "fails"};
        return cat(R"(<span class="verdict )", classes.at(static_cast<std::size_t>(badge->tone)),
                   R"("><span aria-hidden="true">)", sign_of(*badge), "</span> ", escape(badge->word), "</span>");
    }
    return escape(typeset(span));
}

/// Allows line breaks in an id after underscores and hyphens.
std::string breakable(std::string_view id) {
    std::string out;
    for (const char c : id) {
        out += c;
        if (c == '_' || c == '-') out += "<wbr/>";
    }
    return out;
}

std::string cell_html(const Cell& cell, const Column& column, const Table& table) {
    const std::string text = html(cell.text);
    const std::string small = cell.small.empty() ? "" : cat("<small>", html(cell.small), "</small>");
    if (table.claims && column.kind == Column::Kind::numbers)
        return cat(R"(<td class="number" data-label=")", escape(column.name), R"(">)", text, small, "</td>");
    constexpr std::array<std::string_view, 3> classes = {"<td>", R"(<td class="word">)", R"(<td class="words">)"};
    return cat(table.claims ? "<td>" : classes.at(static_cast<std::size_t>(column.kind)), text, small, "</td>");
}

/// The heading of a row; empty if it is shared with the row above.
std::string heading_html(const Table& table, std::size_t row) {
    const auto heading = [&](std::size_t r) { return report::html(table.rows[r].cells.front().text); };
    const std::string text = heading(row);
    if (table.claims) return cat(R"(<td class="id">)", breakable(text), "</td>");
    if (table.grouped && row > 0 && heading(row - 1) == text) return "";
    std::size_t end = row + 1;
    while (table.grouped && end < table.rows.size() && heading(end) == text) ++end;
    if (end == row + 1) return cat(R"(<th scope="row">)", text, "</th>");
    return cat(R"(<th scope="rowgroup" rowspan=")", std::to_string(end - row), R"(">)", text, "</th>");
}

}  // namespace

std::string html(const Text& text) {
    std::string out;
    for (const auto& span : text.spans()) out += html(span);
    return out;
}

std::string html(const Table& table) {
    std::string out = cat(R"(<table class=")", table.claims ? "claims" : "numbers", R"(">)");
    if (!table.caption.empty()) out += cat("<caption>", escape(table.caption), "</caption>");
    out += "<thead><tr>";
    for (const auto& column : table.columns) {
        out += cat(R"(<th scope="col")", column.kind == Column::Kind::numbers ? "" : R"( class="word")", ">",
                   escape(column.name));
        if (!column.unit.empty()) out += cat("<small>", escape(column.unit), "</small>");
        out += "</th>";
    }
    out += "</tr></thead><tbody>\n";
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const auto& cells = table.rows[r].cells;
        out += cat("<tr>", heading_html(table, r));
        for (std::size_t i = 1; i < cells.size(); ++i) out += cell_html(cells[i], table.columns[i], table);
        out += "</tr>\n";
    }
    return cat(out, "</tbody></table>");
}

}  // namespace alcole::report
