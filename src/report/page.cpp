#include "report/page.hpp"

#include "report/figure.hpp"
#include "report/format.hpp"

namespace alcole::report {
namespace {

constexpr std::string_view page_rules =
#include "report/page_css.inc"
    ;

constexpr std::string_view page_script =
#include "report/page_js.inc"
    ;

/// The page may use what is inside it and nothing else: a browser refuses any request on its behalf.
constexpr std::string_view head =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
    R"(<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; )"
    "script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\"/>\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n";

std::string navigation(const Page& page) {
    std::string links;
    for (const auto& chapter : page.contents)
        if (page.main.find(cat(R"(<section id=")", chapter.id, R"(">)")) != std::string::npos)
            links += cat(R"(<a href="#)", chapter.id, R"(">)", chapter.name, "</a>");
    return links.empty() ? "" : cat(R"(<nav aria-label="Contents">)", links, "</nav>\n");
}

}  // namespace

std::string page_html(const Page& page) {
    return cat(head, "<title>", escape(page.title), "</title>\n<style>", figure_css(), page_rules,
               "</style>\n</head>\n<body>\n<header>\n<p class=\"kicker\">", escape(page.kicker), "</p>\n<h1>",
               escape(page.heading), "</h1>\n<p class=\"subtitle\">", page.subtitle, "</p>\n", page.banner,
               navigation(page), "</header>\n<main>\n", page.main, "</main>\n<script>", page_script,
               "</script>\n</body>\n</html>\n");
}

std::string figures_hint() {
    return R"(<p class="hint">Point at a figure to read values; press a name in its legend to hide or show it. With )"
           "the keyboard: Tab to a panel, then the arrow keys.</p>\n";
}

}  // namespace alcole::report
