// A document as a page.
#include "report/document.hpp"
#include "report/format.hpp"

#include <iterator>

namespace alcole::report {
namespace {

constexpr std::string_view page_rules =
#include "report/page_css.inc"
    ;

constexpr std::string_view page_script =
#include "report/page_js.inc"
    ;

/// The page may use only what is inside it: the browser blocks any network request.
constexpr std::string_view head = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
)";

constexpr std::string_view figures_hint =
    R"(<p class="hint">Point at a figure to read values; press a name in its legend
to hide or show it. With the keyboard: Tab to a panel, then the arrow keys.</p>
)";

std::string swatch(int slot) {
    if (slot < 0) return "";
    return cat(R"(<svg class=")", slot_class(slot),
               R"(" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">)", marker(slot, 7, 7, 4.5),
               "</svg> ");
}

std::string class_of(int slot) { return slot < 0 ? "" : cat(R"( class=")", slot_class(slot), R"(")"); }

/// Writes blocks in order and numbers the figures.
class PageWriter {
  public:
    std::string blocks(const Blocks& list) {
        std::string out;
        for (const auto& block : list) out += written(block, [this](const auto& one) { return write(one); });
        return out;
    }

  private:
    std::string write(const Paragraph& paragraph) {
        if (paragraph.text.empty()) return "";
        return cat(paragraph.lead ? R"(<p class="lead">)" : "<p>", html(paragraph.text), "</p>\n");
    }

    std::string write(const Heading& heading) { return cat("<h3>", escape(heading.text), "</h3>\n"); }

    std::string write(const List& list) {
        std::string items;
        for (const auto& item : list.items) items += cat("<li>", html(item), "</li>");
        return items.empty() ? "" : cat(R"(<ul class="notes">)", items, "</ul>\n");
    }

    std::string write(const Definitions& definitions) {
        std::string out;
        for (const auto& [term, text, slot] : definitions.entries)
            out += cat("<dt", class_of(slot), ">", swatch(slot), html(term), "</dt><dd>", html(text), "</dd>");
        return cat(R"(<dl class="methods">)", out, "</dl>\n");
    }

    std::string write(const Facts& facts) {
        std::string out;
        for (const auto& group : facts.groups) {
            if (group.facts.empty()) continue;
            out += cat("<div><h3>", escape(group.heading), R"(</h3><table class="facts"><tbody>)");
            for (const auto& [name, value] : group.facts)
                out += cat(R"(<tr><th scope="row">)", escape(name), "</th><td>", html(value), "</td></tr>");
            out += "</tbody></table></div>\n";
        }
        return cat(R"(<div class="two">)", out, "</div>\n");
    }

    std::string write(const Cards& cards) {
        std::string out;
        for (const auto& card : cards.cards) {
            if (card.lines.empty()) continue;
            out += cat(R"(<div class="card"><h3>)", escape(card.question), "</h3><table>");
            for (const auto& [name, value, small, slot] : card.lines) {
                out += cat("<tr", class_of(slot), R"(><th scope="row">)", swatch(slot), html(name), "</th><td><b>",
                           html(value), "</b>");
                if (!small.empty()) out += cat("<small>", html(small), "</small>");
                out += "</td></tr>";
            }
            out += cat("</table><p>", html(card.remark), "</p></div>\n");
        }
        return cat("<div class=\"cards\">\n", out, "</div>\n");
    }

    std::string write(const Table& table) {
        if (table.rows.empty()) return "";
        if (table.claims) return html(table);
        return cat(R"(<div class="scroll" tabindex="0" role="region" aria-label=")", escape(table.label), R"(">)",
                   html(table), "</div>\n");
    }

    std::string write(const Figure& figure) {
        const std::string_view hint = figures_ == 0 ? figures_hint : "";
        return cat(hint, figure_html(figure, ++figures_));
    }

    std::string write(const Verbatim& verbatim) {
        return cat(R"(<pre tabindex="0">)", escape(verbatim.text), "</pre>\n");
    }

    std::string write(const Details& details) {
        const std::string inside = blocks(details.blocks);
        return inside.empty()
                   ? ""
                   : cat("<details><summary>", escape(details.summary), "</summary>", inside, "</details>\n");
    }

    int figures_ = 0;
};

}  // namespace

void append(Blocks& to, Blocks more) {
    to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

std::string html(const Document& document) {
    PageWriter writer;
    std::string main;
    std::string links;
    for (const auto& section : document.sections) {
        const std::string inside = writer.blocks(section.blocks);
        if (inside.empty()) continue;
        main += cat(R"(<section id=")", section.id, R"("><h2>)", escape(section.heading), "</h2>\n", inside,
                    "</section>\n");
        if (!section.name.empty()) links += cat(R"(<a href="#)", section.id, R"(">)", escape(section.name), "</a>");
    }
    if (!links.empty()) links = cat(R"(<nav aria-label="Contents">)", links, "</nav>\n");
    const std::string banner =
        document.banner.empty() ? "" : cat(R"(<p class="banner" role="note">)", html(document.banner), "</p>\n");
    return cat(head, "<title>", escape(document.title), "</title>\n<style>", figure_css(), page_rules,
               "</style>\n</head>\n<body>\n<header>\n<p class=\"kicker\">", escape(document.kicker), "</p>\n<h1>",
               html(document.heading), "</h1>\n<p class=\"subtitle\">", html(document.subtitle), "</p>\n", banner,
               links, "</header>\n<main>\n", main, "</main>\n<script>", page_script, "</script>\n</body>\n</html>\n");
}

std::vector<std::string> figures(const Document& document) {
    std::vector<std::string> drawn;
    for (const auto& section : document.sections)
        for (const auto& block : section.blocks)
            if (const auto* figure = std::get_if<Figure>(&block)) drawn.push_back(standalone_svg(*figure));
    return drawn;
}

}  // namespace alcole::report
