#include "commands.hpp"
#include "learning/outcome/json.hpp"
#include "learning/sweep/sweep.hpp"
#include "several_runs.hpp"
#include "words/words.hpp"

#include <memory>
#include <string>

namespace alcole::app {
namespace {

struct SweepArguments : RunArguments {
    std::string bound{};
    learning::SweepOptions options{};
};

void sweep(SweepArguments& arguments) {
    learning::read_bounds(arguments.bound, arguments.options);
    SeveralRuns runs(arguments, "-sweep");
    const auto sweep = learning::sweep(runs.config(), runs.source(), arguments.options, runs.context());
    if (!sweep) runs.stopped();
    const auto json = learning::to_json(*sweep);
    runs.write("sweep.csv", learning::sweep_csv(*sweep));
    runs.write("report.html", report::html(words::sweep_page(*sweep)));
    runs.write("sweep.json", json + "\n");
    runs.print(json, words::sweep_summary(*sweep));
}

}  // namespace

void add_sweep(CLI::App& app) {
    auto* command = app.add_subcommand("sweep", "Train under one bound after the other: what does a tighter one cost?");
    const auto arguments = std::make_shared<SweepArguments>();
    add_run_options(*command, *arguments);
    command->add_option("--bound", arguments->bound, "LOW:HIGH:COUNT, such as 1e-4:1e-1:10; spaced by equal factors")
        ->required();
    command->add_option("--constraint", arguments->options.constraint,
                        "Which constraint: its name, or how the name of one of its risks begins [all of them]");
    command->add_option("--folds", arguments->options.folds,
                        "Folds of the training rows for held-out intervals [5]; 0: none");
    command->callback([arguments] { sweep(*arguments); });
}

}  // namespace alcole::app
