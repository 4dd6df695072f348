#include "report/study_report.hpp"

#include <alcole/version.hpp>

#include "report/figure.hpp"
#include "report/format.hpp"
#include "report/sections.hpp"

#include <stdexcept>

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

constexpr std::string_view synthetic_banner =
    R"(<p class="banner" role="note"><strong>SYNTHETIC DATA</strong> Made by a program. The numbers on this page say )"
    "how "
    "training methods behave; they say nothing about real people.</p>\n";

std::string navigation(const study::Study& study) {
    std::string out = R"(<nav aria-label="Contents"><a href="#summary">In short</a>)";
    if (!study.claims.empty()) out += R"(<a href="#claims">Claims</a>)";
    out += R"(<a href="#figures">Figures</a><a href="#prices">Prices</a><a href="#methods">Methods</a>)"
           R"(<a href="#paper">The paper</a><a href="#data">Data</a><a href="#settings">Settings</a>)"
           "<a href=\"#cite\">Cite</a></nav>\n";
    return out;
}

std::string figures_section(const study::Study& study) {
    std::string out = "<section id=\"figures\"><h2>The figures</h2>\n";
    out +=
        R"(<p class="hint">Point at a figure to read values; press a name in its legend to hide or show it. With the )"
        "keyboard: Tab to a panel, then the arrow keys.</p>\n";
    out += figure_html(multipliers_figure(study)) + figure_html(slacks_figure(study)) +
           figure_html(outcomes_figure(study));
    if (!study.step_sweep.empty()) out += figure_html(sweep_figure(study));
    return out + "</section>\n";
}

}  // namespace

std::string study_html(const study::Study& study) {
    const auto& data = study.data;
    return cat(head, "<title>alcole study: ", escape(data.name), data.synthetic ? " (synthetic data)" : "",
               "</title>\n<style>", figure_css(), page_rules,
               "</style>\n</head>\n<body>\n<header>\n<p class=\"kicker\">alcole ", version,
               " \u00b7 study</p>\n<h1>Does the last model keep its constraints?</h1>\n",
               R"(<p class="subtitle">Ordinary and augmented Lagrangian on <em>)", escape(data.name), "</em>, ",
               plural(data.rows, "row", "rows"), "</p>\n", data.synthetic ? synthetic_banner : "", navigation(study),
               "</header>\n<main>\n", summary_section(study), claims_section(study), figures_section(study),
               prices_section(study), methods_section(study), randomised_section(study), true_flip_section(study),
               paper_section(study), data_section(study), settings_section(study), cite_section(), "</main>\n<script>",
               page_script, "</script>\n</body>\n</html>\n");
}

std::string figure_svg(const study::Study& study, int figure) {
    switch (figure) {
        case 1:
            return standalone_svg(multipliers_figure(study));
        case 2:
            return standalone_svg(slacks_figure(study));
        case 3:
            return standalone_svg(outcomes_figure(study));
        case 4:
            if (!study.step_sweep.empty()) return standalone_svg(sweep_figure(study));
            throw std::invalid_argument("this study has no figure 4: it was made without a sweep over dual steps");
        default:
            break;
    }
    throw std::invalid_argument(cat("there is no figure ", std::to_string(figure), ": a study has figures 1 to 4"));
}

}  // namespace alcole::report
