#include "run_pages.hpp"

#include "base/files.hpp"
#include "report/run_report.hpp"

namespace alcole::app {

void write_pages(const run::Outcome& outcome, const std::filesystem::path& folder) {
    base::write_file(folder / "report.html", report::run_html(outcome));
    base::write_file(folder / "model-card.md", report::model_card(outcome));
}

}  // namespace alcole::app
