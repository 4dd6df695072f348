#include "commands.hpp"
#include "learning/outcome/json.hpp"
#include "learning/sweep/repeat.hpp"
#include "several_runs.hpp"
#include "words/words.hpp"

#include <memory>
#include <string>

namespace alcole::app {
namespace {

struct CvArguments : RunArguments {
    std::size_t k = 5;
};

struct CompareArguments : RunArguments {
    std::size_t seeds = 5;
};

void cv(const CvArguments& arguments) {
    SeveralRuns runs(arguments, "-cv");
    const auto repeated = learning::cross_validate(runs.config(), runs.source(), arguments.k, runs.context());
    if (!repeated) runs.stopped();
    const auto json = learning::to_json(*repeated);
    runs.write("report.html", report::html(words::cross_validation_page(*repeated)));
    runs.write("cv.json", json + "\n");
    runs.print(json, words::cross_validation_summary(*repeated));
}

void compare(const CompareArguments& arguments) {
    SeveralRuns runs(arguments, "-compare");
    const auto comparison = learning::compare(runs.config(), runs.source(), arguments.seeds, runs.context());
    if (!comparison) runs.stopped();
    const auto json = learning::to_json(*comparison);
    runs.write("report.html", report::html(words::comparison_page(*comparison)));
    runs.write("compare.json", json + "\n");
    runs.print(json, words::comparison_summary(*comparison));
}

}  // namespace

void add_cv(CLI::App& app) {
    auto* command = app.add_subcommand("cv", "Cross-validate a run file: does it hold on other rows?");
    const auto arguments = std::make_shared<CvArguments>();
    add_run_options(*command, *arguments);
    command->add_option("-k,--folds", arguments->k, "Folds of all rows of data.file [5]");
    command->callback([arguments] { cv(*arguments); });
}

void add_compare(CLI::App& app) {
    auto* command =
        app.add_subcommand("compare", "The methods side by side: unconstrained, penalty, lagrangian, augmented");
    const auto arguments = std::make_shared<CompareArguments>();
    add_run_options(*command, *arguments);
    command->add_option("--seeds", arguments->seeds, "How many splits and starts for each, from solve.seed on [5]");
    command->callback([arguments] { compare(*arguments); });
}

}  // namespace alcole::app
