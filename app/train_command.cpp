#include "base/json.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "learning/outcome/folder.hpp"
#include "learning/outcome/json.hpp"
#include "learning/training/make_task.hpp"
#include "learning/training/train.hpp"
#include "progress.hpp"
#include "run_options.hpp"
#include "run_pages.hpp"
#include "terminal.hpp"
#include "words/words.hpp"

#include <cstdio>
#include <memory>
#include <string>

namespace alcole::app {
namespace {

namespace fs = std::filesystem;

struct TrainArguments : RunArguments {
    bool resume = false;
    std::string confidence{};  ///< of the certificate; empty: as the run file has it
};

/// A word as a shell takes it.
std::string for_shell(const std::string& word) {
    if (!word.empty() &&
        word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=+,:") ==
            std::string::npos)
        return word;
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

/// What is typed to go on.
std::string resume_command(const TrainArguments& arguments, const fs::path& folder) {
    std::string command = "alcole train " + for_shell(arguments.file) + " --out " + for_shell(folder.string());
    for (const auto& change : arguments.changes) command += " --set " + for_shell(change);
    return command + " --resume";
}

void train(const TrainArguments& arguments) {
    const learning::Config config = config_of(arguments);
    const learning::Source source = learning::read_source(config);
    learning::Task task = learning::make_task(config, source, learning::split_of(config, source));
    const learning::RunFolder folder(folder_of(arguments, ""));  // only now: mistakes leave nothing behind
    folder.begin(learning::pinned(config, source), arguments.resume);

    ProgressLine line;
    learning::Trainer trainer(config, source, std::move(task), context_of(arguments.jobs, line));
    const auto trained =
        trainer.train({.checkpointing = {.state = folder.state(), .resume = arguments.resume}, .examine = true});
    line.clear();
    if (!trained) {
        complain("stopped; the state is saved. To go on: " + resume_command(arguments, folder.path()));
        throw Exit{ExitCode::interrupted};
    }
    folder.write_results(*trained);
    write_pages(trained->outcome, folder.path());
    if (arguments.json) {
        std::printf("%s\n", learning::to_json(trained->outcome).c_str());
    } else {
        print(words::run_summary(trained->outcome));
        std::printf("\nreport: %s\nmodel:  %s\n", (folder.path() / "report.html").c_str(),
                    (folder.path() / "model.onnx").c_str());
    }
    throw Exit{exit_code(trained->outcome)};
}

void explain(const std::string& folder, bool json) {
    const learning::Outcome outcome = learning::read_outcome(folder);
    if (json) {
        const auto members = [&](auto& visit) {
            base::list(visit, "status", to_string(outcome.status), "paragraphs", words::explain(outcome));
        };
        std::printf("%s\n", base::json_text(base::Group{members}, "the explanation", 2).c_str());
    } else {
        print(words::explanation(outcome));
    }
}

}  // namespace

void add_train(CLI::App& app) {
    auto* command = app.add_subcommand("train", "Train a model under the constraints of a run file, and judge it");
    const auto arguments = std::make_shared<TrainArguments>();
    add_run_options(*command, *arguments);
    command->add_flag("--resume", arguments->resume, "Go on from the state that an interrupted run left in the folder");
    command->add_option("--certify", arguments->confidence,
                        "Hold rows apart and end in a model that is certified on them, with this confidence: 0.95");
    command->callback([arguments] {
        if (!arguments->confidence.empty()) arguments->changes.push_back("certify.confidence=" + arguments->confidence);
        train(*arguments);
    });
}

void add_report(CLI::App& app) {
    auto* command = app.add_subcommand("report", "Write the page of a finished run again");
    const auto folder = std::make_shared<std::string>();
    const auto json = std::make_shared<bool>(false);
    command->add_option("folder", *folder, "The folder of a run")->required();
    command->add_flag("--json", *json, "Print the metrics as JSON");
    command->callback([folder, json] {
        const learning::Outcome outcome = learning::read_outcome(*folder);
        write_pages(outcome, *folder);
        if (*json) {
            std::printf("%s\n", learning::to_json(outcome).c_str());
        } else {
            print(words::run_summary(outcome));
            std::printf("\nreport: %s\n", (fs::path(*folder) / "report.html").c_str());
        }
    });
}

void add_explain(CLI::App& app) {
    auto* command = app.add_subcommand("explain", "Say in plain words what came of a run");
    const auto folder = std::make_shared<std::string>();
    const auto json = std::make_shared<bool>(false);
    command->add_option("folder", *folder, "The folder of a run")->required();
    command->add_flag("--json", *json, "As JSON");
    command->callback([folder, json] { explain(*folder, *json); });
}

}  // namespace alcole::app
