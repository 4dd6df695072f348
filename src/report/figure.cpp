#include "report/figure.hpp"

#include "report/format.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace alcole::report {
namespace {

struct Colour {
    std::string_view name;
    std::string_view light;
    std::string_view dark;
};

/// Based on Okabe and Ito, darkened or lightened until small text is readable on the background.
constexpr std::array<Colour, 24> palette = {{
    {"paper", "#ffffff", "#15181c"},    {"raised", "#f6f7f9", "#1d2126"},  {"ink", "#1a1d21", "#e9e7e3"},
    {"muted", "#59616b", "#a7afb9"},    {"grid", "#e4e7ea", "#2d333a"},    {"axis", "#8b939d", "#6d7681"},
    {"link", "#00639c", "#6cc0ee"},     {"good", "#e6f4ee", "#17312a"},    {"good-ink", "#00654a", "#6ad3ae"},
    {"bad", "#fdeadf", "#3d2415"},      {"bad-ink", "#a03c00", "#ffa36b"}, {"open", "#eceef1", "#2a2f36"},
    {"open-ink", "#4a525c", "#c3c9d1"}, {"warn", "#fff3c4", "#3a3210"},    {"warn-ink", "#5c4700", "#ffe08a"},
    {"s0", "#5f6368", "#b4bac2"},       {"s1", "#c44f00", "#ff8f45"},      {"s2", "#a64d88", "#e59cc7"},
    {"s3", "#0072b2", "#5bb8ec"},       {"s4", "#00795a", "#3fc59b"},      {"s5", "#946200", "#f0b43c"},
    {"s6", "#1a1d21", "#e9e7e3"},       {"s7", "#2f7fa8", "#8fd0f5"},      {"s9", "#9aa1aa", "#59616b"},
}};

/// Style rules for the inside of a figure, in terms of the palette.
constexpr std::string_view figure_rules =
#include "report/figure_css.inc"
    ;

std::string in_literal_colours(std::string rules) {
    for (const auto& colour : palette) {
        const std::string variable = cat("var(--", colour.name, ")");
        for (auto at = rules.find(variable); at != std::string::npos; at = rules.find(variable, at))
            rules.replace(at, variable.size(), colour.light);
    }
    return rules;
}

std::string swatch(const LegendEntry& entry) {
    if (!entry.line) return marker(entry.slot, 11, 7, 4.5);
    return svg_line(1, 7, 21, 7, cat("trace ", slot_class(entry.slot)));
}

std::string legend_html(const Figure& figure) {
    if (figure.legend.empty()) return "";
    std::string out = R"(<div class="legend" role="group" aria-label="Show or hide series">)";
    for (const auto& entry : figure.legend)
        out += cat(R"(<button type="button" data-slot=")", std::to_string(entry.slot), R"(" aria-pressed=")",
                   entry.shown ? "true" : "false", R"("><svg class=")", slot_class(entry.slot),
                   R"(" width="22" height="14" viewBox="0 0 22 14" aria-hidden="true">)", swatch(entry), "</svg>",
                   escape(entry.name), "</button>");
    return out + "</div>\n";
}

std::string panel_html(const Panel& panel, const std::string& id) {
    return cat(R"(<svg class="panel" role="img" viewBox="0 0 )", coordinate(panel.width), " ", coordinate(panel.height),
               R"(" aria-labelledby=")", id, R"(t" aria-describedby=")", id, R"(d")", panel.attributes,
               R"(><title id=")", id, R"(t">)", escape(panel.title), R"(</title><desc id=")", id, R"(d">)",
               escape(panel.description), "</desc>", panel.background, panel.page_only, panel.body, "</svg>\n");
}

/// Breaks a text into lines of at most `width` characters.
std::vector<std::string> wrap(std::string_view text, std::size_t width) {
    std::vector<std::string> lines(1);
    while (!text.empty()) {
        const auto end = std::min(text.find(' '), text.size());
        const auto word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width) lines.emplace_back();
        lines.back() += cat(lines.back().empty() ? "" : " ", word);
    }
    return lines;
}

}  // namespace

std::string figure_css() {
    std::string light;
    std::string dark;
    for (const auto& colour : palette) {
        light += cat("--", colour.name, ":", colour.light, ";");
        dark += cat("--", colour.name, ":", colour.dark, ";");
    }
    return cat(":root{color-scheme:light;", light, "}\n@media screen and (prefers-color-scheme:dark){:root{",
               "color-scheme:dark;", dark, "}}\n", figure_rules);
}

std::string figure_html(const Figure& figure, int number) {
    const std::string called = std::to_string(number);
    const std::string id = cat("fig", called);
    std::string hidden;
    for (const auto& entry : figure.legend)
        if (!entry.shown) hidden += cat(" hide-", std::to_string(entry.slot));
    std::string out =
        cat(R"(<figure class="figure)", hidden, R"(" id=")", id, R"(" aria-labelledby=")", id, "-title\">\n<h3 id=\"",
            id, R"(-title"><span>Figure )", called, "</span> ", escape(figure.title), "</h3>\n<figcaption>",
            figure.synthetic ? R"(<strong class="synthetic">Synthetic data.</strong> )" : "", html(figure.caption),
            "</figcaption>\n", legend_html(figure), R"(<div class="panels)", figure.large ? " large" : "", "\">\n");
    for (std::size_t i = 0; i < figure.panels.size(); ++i)
        out += panel_html(figure.panels[i], cat(id, "p", std::to_string(i)));
    if (figure.panels.empty()) out += "<p>There is nothing to draw here.</p>";
    const std::string_view wide = figure.panels.size() % (figure.large ? 2 : 3) == 0 ? " wide" : "";
    if (!figure.note.empty())
        out += cat(R"(<p class="note)", wide, R"("><b>How to read it.</b> )", html(figure.note), "</p>\n");
    out += "</div>\n";
    std::string tables;
    for (const auto& table : figure.tables) tables += html(table);
    if (!tables.empty())
        out += cat("<details><summary>Figure ", called,
                   R"( as a table</summary><div class="scroll" tabindex="0" role="region" aria-label="Figure )", called,
                   R"( as a table">)", tables, "</div></details>\n");
    if (!figure.data.empty()) out += cat(R"(<script type="application/json">)", figure.data, "</script>\n");
    return out + "</figure>\n";
}

std::string standalone_svg(const Figure& figure) {
    constexpr double gap = 24;
    constexpr std::size_t columns = 3;
    const double cell = figure.panels.empty() ? 340 : figure.panels.front().width;
    const double width = columns * cell + (columns + 1) * gap;
    std::string body = svg_text(gap, 34, "figure-title", figure.title);
    if (figure.synthetic) body += svg_text(width - gap, 34, "figure-warning end", "SYNTHETIC DATA");
    double x = gap;
    for (const auto& entry : figure.legend) {
        if (!entry.shown) continue;
        body += cat(R"(<g class=")", slot_class(entry.slot), R"(" transform="translate()", coordinate(x), R"x( 48)">)x",
                    swatch(entry), "</g>", svg_text(x + 28, 59.5, "legend-text", entry.name));
        x += 56 + 6.6 * static_cast<double>(entry.name.size());
    }
    double y = 84;
    double row_height = 0;
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        const auto& panel = figure.panels[i];
        if (i > 0 && i % columns == 0) y += row_height + gap;
        row_height = panel.height;
        body += cat(R"(<svg x=")", coordinate(gap + static_cast<double>(i % columns) * (cell + gap)), R"(" y=")",
                    coordinate(y), R"(" width=")", coordinate(panel.width), R"(" height=")", coordinate(panel.height),
                    R"(" viewBox="0 0 )", coordinate(panel.width), " ", coordinate(panel.height), R"(">)",
                    panel.background, panel.body, "</svg>\n");
    }
    y += row_height + 26;
    for (const auto& line : wrap(typeset(figure.caption), 165)) {
        body += svg_text(gap, y, "caption", line);
        y += 17;
    }
    const std::string height = coordinate(y + 2);
    return cat(R"(<svg xmlns="http://www.w3.org/2000/svg" width=")", coordinate(width), R"(" height=")", height,
               R"(" viewBox="0 0 )", coordinate(width), " ", height, R"(" role="img"><title>)", escape(figure.title),
               "</title><desc>", escape(typeset(figure.caption)), "</desc><style>",
               in_literal_colours(std::string(figure_rules)),
               "</style><rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n", body, "</svg>\n");
}

}  // namespace alcole::report
