#include "base/files.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "learning/outcome/folder.hpp"
#include "learning/outcome/json.hpp"
#include "learning/training/examine.hpp"
#include "learning/training/reopen.hpp"
#include "progress.hpp"
#include "run_pages.hpp"
#include "terminal.hpp"
#include "words/words.hpp"

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace alcole::app {
namespace {

namespace fs = std::filesystem;

struct ExamineArguments {
    std::string folder{};
    std::size_t starts = 20;
    std::size_t jobs = 0;
    bool json = false;
};

void examine(const ExamineArguments& arguments) {
    const fs::path path = arguments.folder;
    learning::Outcome outcome =
        learning::read_outcome(path);  // before anything is opened: there must be a finished run
    const learning::RunFolder folder(path);
    const learning::Reopened reopened = learning::reopen(path, outcome);
    const learning::Standing standing = learning::standing_of(reopened, outcome);
    std::vector<double> lambda;
    for (const auto& constraint : outcome.constraints) lambda.push_back(constraint.multiplier);

    ProgressLine line;
    const auto begin = std::chrono::steady_clock::now();
    learning::Problems problems(reopened.task, context_of(arguments.jobs, line));
    auto found = learning::examine({problems, reopened.bounds, reopened.model.theta, lambda, outcome.trace, standing},
                                   arguments.starts);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    line.clear();
    if (!found) {
        complain("stopped; the folder is as it was");
        throw Exit{ExitCode::interrupted};
    }
    outcome.optimality = std::move(found);
    base::write_file(path / "metrics.json", learning::to_json(outcome) + "\n");
    write_pages(outcome, path);
    if (arguments.json) {
        std::printf("%s\n", learning::optimality_json(outcome).c_str());
    } else {
        print(words::examination_summary(outcome, seconds));
        std::printf("\nreport: %s\n", (path / "report.html").c_str());
    }
}

}  // namespace

void add_examine(CLI::App& app) {
    auto* command = app.add_subcommand(
        "examine", "Is the model of a run an answer? Optimality, curvature, duality gap, assumptions");
    const auto arguments = std::make_shared<ExamineArguments>();
    command->add_option("folder", arguments->folder, "The folder of a run")->required();
    command->add_option("--starts", arguments->starts,
                        "Minimisations of each Lagrangian for the duality gap [20]; 0: none");
    command->add_option("--jobs", arguments->jobs, "Threads [all cores]; results do not depend on it");
    command->add_flag("--json", arguments->json, "Print what was found as JSON");
    command->callback([arguments] { examine(*arguments); });
}

}  // namespace alcole::app
