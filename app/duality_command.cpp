#include "commands.hpp"
#include "progress.hpp"
#include "studies/json.hpp"
#include "studies/pages/duality_page.hpp"
#include "studies/run_duality.hpp"
#include "study_options.hpp"

#include <memory>
#include <string>

namespace alcole::app {
namespace {

void run(const StudyFolder& arguments) {
    studies::DualitySettings settings;
    for (const auto& [name, value] : arguments.given) studies::set(settings, name, value);
    studies::check(settings);
    make_folder(arguments.out);
    ProgressLine line;
    const auto result = studies::run_duality(settings, context_of(arguments.jobs, line));
    if (!result) study_stopped(line);
    line.clear();
    write_study(arguments, studies::duality_page(*result), studies::to_json(*result),
                studies::duality_summary(*result));
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
