#include "report/run_report.hpp"

#include "report/format.hpp"
#include "report/page.hpp"
#include "report/run_sections.hpp"
#include "report/run_words.hpp"

namespace alcole::report {
std::string run_html(const run::Outcome& outcome) {
    Page page{.title = cat("alcole run: ", outcome.target, " from ", outcome.data_file),
              .kicker = cat("alcole ", outcome.version, " \u00b7 run"),
              .heading = answer(outcome)};
    page.subtitle = cat("<em>", escape(outcome.target), "</em> from <em>", escape(outcome.data_file), "</em>, ",
                        escape(model_text(outcome.model)), ", ", to_string(outcome.method));
    int figures = 0;
    page.main = cat(answer_section(outcome), conflict_section(outcome), constraints_section(outcome));
    page.main += certificate_section(outcome);
    page.main += run_figures_section(outcome, figures);
    page.main += groups_section(outcome, figures);
    page.main += cat(quality_section(outcome), optimality_section(outcome), theorem_section(outcome),
                     solver_section(outcome), origin_section(outcome));
    page.contents = {{"summary", "In short"},        {"conflict", "Conflict"},  {"constraints", "Constraints"},
                     {"certificate", "Certificate"}, {"figures", "Figures"},    {"groups", "Groups"},
                     {"quality", "Quality"},         {"optimality", "Answer?"}, {"theorem", "Theorem"},
                     {"solver", "Solver"},           {"origin", "Origin"}};
    return page_html(page);
}

}  // namespace alcole::report
