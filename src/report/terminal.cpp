// A document for a terminal.
#include "report/document.hpp"

#include <algorithm>

namespace alcole::report {
namespace {

constexpr std::size_t max_columns = 100;

/// The number of characters in a UTF-8 text.
std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80; }));
}

/// Breaks a text into lines; the first is indented by `first`, the others by `rest`.
std::string wrapped(const std::string& text, std::size_t first, std::size_t rest) {
    std::string out(first, ' ');
    std::size_t column = first;
    bool begun = false;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = std::min(text.find(' ', at), text.size());
        if (text.compare(end, 2, " %") == 0)
            end = std::min(text.find(' ', end + 1), text.size());  // keeps "3 %" together
        const std::string word = text.substr(at, end - at);
        if (begun && column + 1 + width_of(word) > max_columns) {
            out += "\n" + std::string(rest, ' ');
            column = rest;
        } else if (begun) {
            out += ' ';
            ++column;
        }
        out += word;
        column += width_of(word);
        begun = true;
        at = end + 1;
    }
    return out + "\n";
}

class TerminalWriter {
  public:
    explicit TerminalWriter(bool colours) : colours_(colours) {}

    std::string write(const Paragraph& paragraph) const {
        return paragraph.text.empty() ? "" : wrapped(ascii(paragraph.text), 0, 0);
    }

    std::string write(const List& list) const {
        std::string out;
        for (const auto& item : list.items) out += wrapped(ascii(item), 0, 2);
        return out;
    }

    std::string write(const Table& table) const {
        if (table.rows.empty()) return "";
        const auto lines = lines_of(table);
        std::vector<std::size_t> widths(lines.front().size());
        for (const auto& line : lines)
            for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], width_of(line[c].text));
        std::string out;
        for (const auto& line : lines) {
            for (std::size_t c = 0; c < line.size(); ++c) {
                out += coloured(line[c]);
                if (c + 1 < line.size()) out += std::string(widths[c] + 2 - width_of(line[c].text), ' ');
            }
            while (out.ends_with(' ')) out.pop_back();
            out += "\n";
        }
        return out + sentences_of(table);
    }

    std::string write(const auto&) const { return ""; }  // blocks that only pages show

  private:
    struct Shown {
        std::string text{};
        std::optional<Tone> tone{};
    };

    static Shown shown(const Cell& cell) {
        Shown out{.text = ascii(cell.text)};
        if (!cell.small.empty()) out.text += " (" + ascii(cell.small) + ")";
        for (const auto& span : cell.text.spans())
            if (const auto* badge = std::get_if<Badge>(&span)) out.tone = badge->tone;
        return out;
    }

    static bool in_table(const Column& column) { return column.kind != Column::Kind::sentences; }

    /// The header and the rows, without the columns of sentences.
    static std::vector<std::vector<Shown>> lines_of(const Table& table) {
        std::vector<std::vector<Shown>> lines(1);
        for (const auto& column : table.columns) {
            if (!in_table(column)) continue;
            const bool alone = std::ranges::count(table.columns, column.name, &Column::name) == 1;
            lines.front().push_back({.text = column.name + (alone || column.unit.empty() ? "" : ", " + column.unit)});
        }
        for (const auto& row : table.rows) {
            auto& line = lines.emplace_back();
            for (std::size_t i = 0; i < row.cells.size(); ++i)
                if (in_table(table.columns[i])) line.push_back(shown(row.cells[i]));
        }
        return lines;
    }

    /// The columns of sentences, each sentence with the heading of its row.
    static std::string sentences_of(const Table& table) {
        std::string out;
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            if (in_table(table.columns[c])) continue;
            std::string said;
            for (const auto& row : table.rows)
                if (!row.cells[c].text.empty())
                    said += wrapped(ascii(row.cells[0].text) + ": " + ascii(row.cells[c].text), 2, 4);
            if (!said.empty()) out += "\n" + table.columns[c].name + "\n" + said;
        }
        return out;
    }

    std::string coloured(const Shown& cell) const {
        if (!colours_ || !cell.tone) return cell.text;
        const char* code = *cell.tone == Tone::good ? "32" : *cell.tone == Tone::bad ? "31" : "33";
        return std::string("\033[") + code + "m" + cell.text + "\033[0m";
    }

    bool colours_;
};

}  // namespace

std::string terminal(const Document& document, bool colours) {
    const TerminalWriter writer(colours);
    std::string out = document.heading.empty() ? "" : wrapped(ascii(document.heading), 0, 2);
    for (const auto& section : document.sections) {
        std::string inside;
        for (const auto& block : section.blocks) {
            const std::string part = written(block, [&](const auto& one) { return writer.write(one); });
            if (!part.empty()) inside += (inside.empty() ? "" : "\n") + part;
        }
        if (inside.empty()) continue;
        out += (out.empty() ? "" : "\n") + (section.heading.empty() ? "" : section.heading + "\n") + inside;
    }
    return out;
}

}  // namespace alcole::report
