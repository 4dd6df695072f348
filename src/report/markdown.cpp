// A document as Markdown.
#include "report/document.hpp"
#include "report/format.hpp"

namespace alcole::report {
namespace {

/// Escapes text from data so that Markdown shows it literally: on one line, with nothing that could become markup.
std::string plain(std::string_view text) {
    constexpr std::string_view special = "\\`*_[]#|~<&";
    std::string out;
    for (const char c : text) {
        // At the beginning of a line, an angle bracket would make a quotation.
        if (special.find(c) != std::string_view::npos || (c == '>' && out.empty())) out += '\\';
        out += c == '\n' || c == '\t' ? ' ' : c;
    }
    return out;
}

std::string write(const Text& text) {
    std::string out;
    for (const auto& span : text.spans()) {
        const std::string words = plain(typeset(span));
        const bool strong = std::holds_alternative<Strong>(span) || std::holds_alternative<Warning>(span);
        out += strong ? cat("**", words, "**") : std::holds_alternative<Emphasis>(span) ? cat("*", words, "*") : words;
    }
    return out;
}

std::string write(const Cell& cell) {
    return cell.small.empty() ? write(cell.text) : cat(write(cell.text), " (", write(cell.small), ")");
}

std::string write(const Paragraph& paragraph) {
    return paragraph.text.empty() ? "" : cat(write(paragraph.text), "\n\n");
}

std::string write(const Heading& heading) { return cat("### ", plain(heading.text), "\n\n"); }

std::string write(const List& list) {
    std::string out;
    for (const auto& item : list.items) out += cat("- ", write(item), "\n");
    return out.empty() ? out : out + "\n";
}

std::string write(const Facts& facts) {
    std::string out;
    for (const auto& group : facts.groups) {
        for (const auto& [name, value] : group.facts) out += cat("- **", plain(name), ":** ", write(value), "\n");
        out += "\n";
    }
    return out;
}

std::string write(const Table& table) {
    if (table.rows.empty()) return "";
    std::string out = "|";
    std::string rule = "|";
    for (const auto& column : table.columns) {
        out += cat(" ", plain(column.name), column.unit.empty() ? "" : cat(" (", plain(column.unit), ")"), " |");
        rule += "---|";
    }
    out += cat("\n", rule, "\n");
    for (const auto& row : table.rows) {
        out += "|";
        for (const auto& cell : row.cells) out += cat(" ", write(cell), " |");
        out += "\n";
    }
    return out + "\n";
}

std::string write(const Verbatim& verbatim) { return cat("```\n", verbatim.text, "\n```\n\n"); }

std::string write(const auto&) { return ""; }  // blocks that only pages show

}  // namespace

std::string markdown(const Document& document) {
    std::string out = cat("# ", write(document.heading), "\n\n");
    for (const auto& section : document.sections) {
        std::string inside;
        for (const auto& block : section.blocks) inside += written(block, [](const auto& one) { return write(one); });
        if (inside.empty()) continue;
        if (!section.heading.empty()) out += cat("## ", plain(section.heading), "\n\n");
        out += inside;
    }
    while (out.ends_with("\n\n")) out.pop_back();
    return out;
}

}  // namespace alcole::report
