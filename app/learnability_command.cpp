#include "commands.hpp"
#include "progress.hpp"
#include "studies/json.hpp"
#include "studies/pages/learnability_page.hpp"
#include "studies/run_learnability.hpp"
#include "study_options.hpp"

#include <memory>
#include <string>

namespace alcole::app {
namespace {

void run(const StudyFolder& arguments) {
    studies::LearnabilitySettings settings;
    for (const auto& [name, value] : arguments.given) studies::set(settings, name, value);
    studies::check(settings);
    make_folder(arguments.out);
    ProgressLine line;
    const auto result = studies::run_learnability(settings, context_of(arguments.jobs, line));
    if (!result) study_stopped(line);
    line.clear();
    write_study(arguments, studies::learnability_page(*result), studies::to_json(*result),
                studies::learnability_summary(*result));
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
