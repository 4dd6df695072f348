#include <alcole/learning/run.hpp>

#include "base/stopwatch.hpp"
#include "commands.hpp"
#include "progress.hpp"
#include "run_options.hpp"
#include "terminal.hpp"
#include "words/words.hpp"

#include <memory>
#include <string>

namespace alcole::app {
namespace {

struct ExamineArguments {
    std::string folder{};
    std::size_t starts = 20;
    std::size_t jobs = 0;
    bool json = false;
};

void examine(const ExamineArguments& arguments) {
    const std::filesystem::path folder = arguments.folder;
    ProgressLine line;
    const base::Stopwatch stopwatch;
    const auto outcome = learning::examine(folder, arguments.starts, context_of(arguments.jobs, line));
    line.clear();
    if (!outcome) end_stopped("the folder is as it was");
    if (arguments.json)
        print_line(learning::optimality_json(*outcome));
    else
        print(words::examination_summary(*outcome, stopwatch.seconds()), folder);
}

}  // namespace

void add_examine(CLI::App& app) {
    auto* command = app.add_subcommand(
        "examine", "Check whether the model of a run is a solution: optimality, curvature, duality gap, assumptions");
    const auto arguments = std::make_shared<ExamineArguments>();
    command->add_option("folder", arguments->folder, "The folder of a run")->required();
    command
        ->add_option("--starts", arguments->starts,
                     "Number of minimisations of each Lagrangian for the duality gap [20]; 0: none")
        ->check(whole_number(0));
    add_jobs(*command, arguments->jobs);
    command->add_flag("--json", arguments->json, "Print the results as JSON");
    add_examples(*command, {"alcole examine run --starts 0", "alcole examine run --starts 2 --json"});
    command->callback([arguments] { examine(*arguments); });
}

}  // namespace alcole::app
