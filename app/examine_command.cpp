#include <alcole/learning/run.hpp>

#include "commands.hpp"
#include "progress.hpp"
#include "run_options.hpp"
#include "terminal.hpp"
#include "words/words.hpp"

#include <chrono>
#include <cstdio>
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
    const auto begin = std::chrono::steady_clock::now();
    const auto outcome = learning::examine(folder, arguments.starts, context_of(arguments.jobs, line));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    line.clear();
    if (!outcome) {
        complain("stopped; the folder is as it was");
        throw Exit{ExitCode::interrupted};
    }
    if (arguments.json) {
        std::printf("%s\n", learning::optimality_json(*outcome).c_str());
    } else {
        print(words::examination_summary(*outcome, seconds));
        std::printf("\nreport: %s\n", (folder / "report.html").c_str());
    }
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
