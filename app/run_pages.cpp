#include "run_pages.hpp"

#include "base/files.hpp"
#include "exit_codes.hpp"
#include "words/words.hpp"

#include <algorithm>

namespace alcole::app {

void write_pages(const learning::Outcome& outcome, const std::filesystem::path& folder) {
    base::write_file(folder / "report.html", report::html(words::run_page(outcome)));
    base::write_file(folder / "model-card.md", report::markdown(words::model_card(outcome)));
}

int exit_code(const learning::Outcome& outcome) {
    if (outcome.certificate && outcome.certificate->all_certified()) return ExitCode::success;
    if (outcome.certificate && outcome.status != Status::infeasible) return ExitCode::not_met;
    const auto missed = [](const auto& constraint) {
        return constraint.verdict == learning::ConstraintStatus::not_met;
    };
    if (std::ranges::none_of(outcome.constraints, missed)) return ExitCode::success;
    return outcome.status == Status::infeasible ? ExitCode::infeasible : ExitCode::not_met;
}

}  // namespace alcole::app
