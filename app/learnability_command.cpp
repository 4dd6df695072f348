#include "base/text.hpp"
#include "commands.hpp"
#include "progress.hpp"
#include "studies/json.hpp"
#include "studies/pages/learnability_report.hpp"
#include "studies/run_learnability.hpp"
#include "study_options.hpp"
#include "text_table.hpp"

#include <memory>
#include <string>

namespace alcole::app {
namespace {

std::string rate_text(const std::optional<base::Interval>& rate) {
    if (!rate) return "-";
    return base::short_number(rate->estimate) + " [" + base::short_number(rate->low) + ", " +
           base::short_number(rate->high) + "]";
}

std::string summary_of(const studies::Learnability& study) {
    std::vector<std::vector<std::string>> rows = {{"last iterates", "dual step", "gap, largest N", "gap ~ N^s",
                                                   "s, upper half", "violation, largest N", "violation ~ N^s",
                                                   "s, upper half"}};
    for (const auto& curve : study.curves)
        rows.push_back({curve.name, base::short_number(curve.dual_step),
                        base::short_number(curve.points.back().gap.estimate), rate_text(curve.gap.whole),
                        rate_text(curve.gap.late), base::short_number(curve.points.back().violation.estimate),
                        rate_text(curve.violation.whole), rate_text(curve.violation.late)});
    const auto& last = study.curves.front().points.back();
    return "population of " + std::to_string(study.population) + " synthetic people, " + study.model +
           ", P* = " + base::short_number(study.optimum.objective, 8) + ": " + duration_text(study.seconds) + "\n\n" +
           table_text(rows) + "\nthe theorem's bound, largest N: gap " + base::short_number(last.objective_bound) +
           (last.objective_vacuous ? " (vacuous)" : "") + ", violation " + base::short_number(last.feasibility_bound) +
           (last.feasibility_vacuous ? " (vacuous)" : "") + "\n\n" + claims_text(study.claims);
}

void run(const StudyFolder& arguments) {
    studies::LearnabilitySettings settings;
    for (const auto& [name, value] : arguments.given) studies::set(settings, name, value);
    studies::check(settings);
    make_folder(arguments.out);
    ProgressLine line;
    const auto result = studies::run_learnability(settings, context_of(arguments.jobs, line));
    if (!result) study_stopped(line);
    line.clear();
    write_study(arguments, report::learnability_html(*result), studies::to_json(*result), summary_of(*result));
}

}  // namespace

void add_study_learnability(CLI::App& study) {
    auto* command = study.add_subcommand(
        "learnability", "Gap and violation in the population against the number of rows, beside the theorem's bound");
    const auto arguments = std::make_shared<StudyFolder>();
    add_setting_options(*command, studies::setting_table<studies::LearnabilitySettings>(), arguments->given);
    add_folder_options(*command, *arguments, "study-learnability");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace alcole::app
