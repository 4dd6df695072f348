#include "commands.hpp"
#include "report/learnability_report.hpp"
#include "study/learnability_json.hpp"
#include "study/run_learnability.hpp"
#include "study_options.hpp"
#include "text.hpp"
#include "text_table.hpp"

#include <memory>
#include <string>

namespace alcole::app {
namespace {

std::string rate_text(const std::optional<Interval>& rate) {
    if (!rate) return "-";
    return short_number(rate->estimate) + " [" + short_number(rate->low) + ", " + short_number(rate->high) + "]";
}

std::string summary_of(const study::Learnability& study) {
    std::vector<std::vector<std::string>> rows = {{"last iterates", "dual step", "gap, largest N", "gap ~ N^s",
                                                   "s, upper half", "violation, largest N", "violation ~ N^s",
                                                   "s, upper half"}};
    for (const auto& curve : study.curves)
        rows.push_back({curve.name, short_number(curve.dual_step), short_number(curve.points.back().gap.estimate),
                        rate_text(curve.gap.whole), rate_text(curve.gap.late),
                        short_number(curve.points.back().violation.estimate), rate_text(curve.violation.whole),
                        rate_text(curve.violation.late)});
    const auto& last = study.curves.front().points.back();
    return "population of " + std::to_string(study.population) + " synthetic people, " + study.model +
           ", P* = " + short_number(study.optimum.objective, 8) + ": " + duration_text(study.seconds) + "\n\n" +
           table_text(rows) + "\nthe theorem's bound, largest N: gap " + short_number(last.objective_bound) +
           (last.objective_vacuous ? " (vacuous)" : "") + ", violation " + short_number(last.feasibility_bound) +
           (last.feasibility_vacuous ? " (vacuous)" : "") + "\n\n" + claims_text(study.claims);
}

void run(const StudyFolder& arguments) {
    study::LearnabilitySettings settings;
    for (const auto& [name, value] : arguments.given) study::set(settings, name, value);
    study::check(settings);
    make_folder(arguments.out);
    ProgressLine line;
    const auto several = several_of(arguments, line);
    const auto result = study::run_learnability(settings, several);
    if (!result) study_stopped(line);
    line.clear();
    write_study(arguments, report::learnability_html(*result), study::to_json(*result), summary_of(*result));
}

}  // namespace

void add_study_learnability(CLI::App& study) {
    auto* command = study.add_subcommand(
        "learnability", "Gap and violation in the population against the number of rows, beside the theorem's bound");
    const auto arguments = std::make_shared<StudyFolder>();
    add_setting_options(*command, study::learnability_setting_table(), arguments->given);
    add_folder_options(*command, *arguments, "study-learnability");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace alcole::app
