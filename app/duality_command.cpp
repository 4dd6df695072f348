#include "base/text.hpp"
#include "commands.hpp"
#include "progress.hpp"
#include "studies/json.hpp"
#include "studies/pages/duality_report.hpp"
#include "studies/run_duality.hpp"
#include "study_options.hpp"
#include "text_table.hpp"

#include <memory>
#include <string>

namespace alcole::app {
namespace {

std::string summary_of(const studies::Duality& study) {
    std::vector<std::vector<std::string>> gaps = {
        {"problem", "P*", "ordinary dual", "gap", "augmented dual", "gap", "least alpha", "g found"}};
    std::vector<std::vector<std::string>> iterates = {
        {"last iterates", "method", "objective - P*", "violation", "dual steps", "comes to rest"}};
    for (const auto& problem : study.problems) {
        gaps.push_back({problem.id, base::short_number(problem.optimum, 7),
                        base::short_number(problem.ordinary.dual, 7), base::short_number(problem.ordinary.gap),
                        base::short_number(problem.augmented.dual, 7), base::short_number(problem.augmented.gap),
                        base::short_number(problem.least_alpha), problem.exact ? "on a grid" : "from many starts"});
        const auto add = [&](const std::string& name, const studies::DualityMethod& method) {
            iterates.push_back({problem.id, name, base::short_number(method.distance),
                                base::short_number(method.violation), std::to_string(method.steps.size()),
                                std::string(to_string(method.convergence))});
        };
        add("ordinary", problem.ordinary);
        if (problem.downhill) add("ordinary, downhill only", *problem.downhill);
        add("augmented", problem.augmented);
    }
    return "the ordinary and the augmented dual: " + duration_text(study.seconds) + "\n\n" + table_text(gaps) +
           "from many starts: lower estimates of the gaps at these multipliers\n\n" + table_text(iterates);
}

void run(const StudyFolder& arguments) {
    studies::DualitySettings settings;
    for (const auto& [name, value] : arguments.given) studies::set(settings, name, value);
    studies::check(settings);
    make_folder(arguments.out);
    ProgressLine line;
    const auto result = studies::run_duality(settings, context_of(arguments.jobs, line));
    if (!result) study_stopped(line);
    line.clear();
    write_study(arguments, report::duality_html(*result), studies::to_json(*result), summary_of(*result));
}

}  // namespace

void add_study_duality(CLI::App& study) {
    auto* command = study.add_subcommand(
        "duality", "Problems that are not convex: the gap of the ordinary dual, and what closes it");
    const auto arguments = std::make_shared<StudyFolder>();
    add_setting_options(*command, studies::setting_table<studies::DualitySettings>(), arguments->given);
    add_folder_options(*command, *arguments, "study-duality");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace alcole::app
