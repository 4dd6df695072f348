// The commands that train several times: sweep, cv, compare.
#include <alcole/learning/report.hpp>
#include <alcole/learning/sweep.hpp>

#include "commands.hpp"
#include "progress.hpp"
#include "run_options.hpp"
#include "terminal.hpp"
#include "words/words.hpp"

#include <memory>
#include <stdexcept>
#include <string>

namespace alcole::app {
namespace {

namespace fs = std::filesystem;

struct SweepArguments : RunArguments {
    std::string bound{};
    learning::SweepOptions options{};
};

struct TimesArguments : RunArguments {
    std::size_t times = 5;
};

struct CompareArguments : TimesArguments {
    std::vector<std::string> models{};
};

/// Rejects the folder of a training, whose run.toml must remain the one that its model was trained with.
fs::path own_folder(const fs::path& folder) {
    for (const auto* name : {"model.onnx", "state"})
        if (fs::exists(folder / name))
            throw std::invalid_argument(folder.string() +
                                        ": this folder contains a training run; choose another one with --out");
    return folder;
}

/// Trains, writes the results into the folder, and prints them. `ending`: suffix of the default folder, such as
/// "-sweep".
template <class Train, class Result>
void train_several(const RunArguments& arguments, const std::string& ending, Train train,
                   report::Document (*page)(const Result&), report::Document (*summary)(const Result&)) {
    const learning::Config config = config_of(arguments);
    ProgressLine line;
    const Context context = context_of(arguments.jobs, line);
    auto source = learning::read_source(config, context);
    line.clear();
    if (!source) end_stopped("no results were written");
    source->certify.reset();  // only `train` opens the rows of a certificate, once
    const learning::RunFolder folder(own_folder(folder_of(arguments, ending)));
    folder.begin(config, *source);
    const std::optional<Result> result = train(config, *source, context);
    line.clear();
    if (!result) end_stopped("no results were written, and finished trainings were not kept");
    write_report(*result, folder.path());
    write_figures(arguments, page(*result), folder.path());
    if (arguments.json)
        print_line(to_json(*result));
    else
        print(summary(*result), folder.path());
}

void sweep(SweepArguments& arguments) {
    learning::read_bounds(arguments.bound, arguments.options);
    learning::check_sweep(config_of(arguments), arguments.options);  // before a folder is created
    const auto train = [&](const auto& config, const auto& source, const Context& context) {
        return learning::sweep(config, source, arguments.options, context);
    };
    train_several(arguments, "-sweep", train, words::sweep_page, words::sweep_summary);
}

void cv(const TimesArguments& arguments) {
    const auto train = [&](const auto& config, const auto& source, const Context& context) {
        return learning::cross_validate(config, source, arguments.times, context);
    };
    train_several(arguments, "-cv", train, words::cross_validation_page, words::cross_validation_summary);
}

void compare(const CompareArguments& arguments) {
    learning::Config any;
    for (const auto& kind : arguments.models) learning::set(any, "model.kind=" + kind);  // before a folder is created
    const auto train = [&](const auto& config, const auto& source, const Context& context) {
        return arguments.models.empty()
                   ? learning::compare(config, source, arguments.times, context)
                   : learning::compare_models(config, source, arguments.models, arguments.times, context);
    };
    train_several(arguments, "-compare", train, words::comparison_page, words::comparison_summary);
}

}  // namespace

void add_sweep(CLI::App& app) {
    auto* command = app.add_subcommand("sweep", "Trace the trade-off curve: what does a tighter bound cost?");
    const auto arguments = std::make_shared<SweepArguments>();
    add_run_options(*command, *arguments, "-sweep");
    command
        ->add_option("--bound", arguments->bound,
                     "The bounds as LOW:HIGH:COUNT, such as 1e-4:1e-1:10, spaced by a constant factor")
        ->required();
    command->add_option(
        "--constraint", arguments->options.constraint,
        "The constraint to sweep: its name, or the beginning of the name of one of its risks [all constraints]");
    command
        ->add_option("-k,--folds", arguments->options.folds,
                     "Number of folds of the training rows, for held-out intervals [5]; 0: none")
        ->check(whole_number(0));
    add_examples(*command, {"alcole sweep run.toml --bound 1e-3:1e-1:3 --folds 0",
                            "alcole sweep run.toml --bound 0.01:0.1:2 --constraint demographic_parity --folds 2"});
    command->callback([arguments] { sweep(*arguments); });
}

void add_cv(CLI::App& app) {
    auto* command = app.add_subcommand("cv", "Cross-validate a run file: do the constraints hold on other rows?");
    const auto arguments = std::make_shared<TimesArguments>();
    add_run_options(*command, *arguments, "-cv");
    command->add_option("-k,--folds", arguments->times, "Number of folds of the rows of data.file [5]")
        ->check(whole_number(0));
    add_examples(*command, {"alcole cv run.toml -k 3", "alcole cv run.toml --folds 2 --json"});
    command->callback([arguments] { cv(*arguments); });
}

void add_compare(CLI::App& app) {
    auto* command = app.add_subcommand(
        "compare", "Compare methods (unconstrained, penalty, lagrangian, augmented), or kinds of models");
    const auto arguments = std::make_shared<CompareArguments>();
    add_run_options(*command, *arguments, "-compare");
    command
        ->add_option("--seeds", arguments->times,
                     "Number of seeds, each with its own split and initial weights, from solve.seed on [5]")
        ->check(whole_number(0));
    command
        ->add_option("--models", arguments->models,
                     "Compare these kinds of models instead of methods, such as linear,mlp,trees")
        ->delimiter(',');
    add_examples(*command, {"alcole compare run.toml --seeds 2 --out methods",
                            "alcole compare run.toml --seeds 1 --models linear,mlp"});
    command->callback([arguments] { compare(*arguments); });
}

}  // namespace alcole::app
