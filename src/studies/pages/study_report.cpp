#include "studies/pages/study_report.hpp"

#include <alcole/version.hpp>

#include "report/format.hpp"
#include "report/page.hpp"
#include "studies/pages/sections.hpp"
#include "studies/pages/study_figures.hpp"

#include <stdexcept>

namespace alcole::report {
namespace {

std::string figures_section(const studies::Study& study) {
    std::string out = cat("<section id=\"figures\"><h2>The figures</h2>\n", figures_hint());
    out += figure_html(multipliers_figure(study)) + figure_html(slacks_figure(study)) +
           figure_html(outcomes_figure(study));
    if (!study.step_sweep.empty()) out += figure_html(sweep_figure(study));
    return out + "</section>\n";
}

}  // namespace

std::string study_html(const studies::Study& study) {
    const auto& data = study.data;
    Page page{.title = cat("alcole study: ", data.name, data.synthetic ? " (synthetic data)" : ""),
              .kicker = cat("alcole ", version, " \u00b7 study"),
              .heading = "Does the last model keep its constraints?",
              .contents = {{"summary", "In short"},
                           {"claims", "Claims"},
                           {"figures", "Figures"},
                           {"prices", "Prices"},
                           {"methods", "Methods"},
                           {"paper", "The paper"},
                           {"data", "Data"},
                           {"settings", "Settings"},
                           {"cite", "Cite"}}};
    page.subtitle = cat("Ordinary and augmented Lagrangian on <em>", escape(data.name), "</em>, ",
                        plural(data.rows, "row", "rows"));
    if (data.synthetic) page.banner = synthetic_banner;
    page.main =
        cat(summary_section(study), claims_section(study.claims), figures_section(study), prices_section(study),
            methods_section(study), randomised_section(study), true_flip_section(study), paper_section(study),
            data_section(study), settings_section(study.settings, study.versions, study.seconds), cite_section());
    return page_html(page);
}

std::string figure_svg(const studies::Study& study, int figure) {
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
