#include "base/files.hpp"
#include "commands.hpp"
#include "progress.hpp"
#include "report/run_words.hpp"
#include "run/outcome/folder.hpp"
#include "run/outcome/json.hpp"
#include "run/training/examine.hpp"
#include "run/training/reopen.hpp"
#include "run_pages.hpp"
#include "terminal.hpp"
#include "text_table.hpp"
#include "words/examination.hpp"

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

std::string word_of(const words::Question& question, bool colours) {
    const Colour colour = question.verdict == alcole::Decision::holds   ? Colour::green
                          : question.verdict == alcole::Decision::fails ? Colour::red
                                                                        : Colour::yellow;
    return coloured(question.word, colour, colours);
}

std::string table_of(const run::Outcome& outcome, bool colours) {
    std::vector<std::vector<std::string>> rows = {{"question", "number", "tolerance", "label", "verdict"}};
    for (const auto& question : words::questions_on(outcome))
        rows.push_back({question.text, question.number, question.tolerance.empty() ? "-" : question.tolerance,
                        question.label.empty() ? "-" : question.label, word_of(question, colours)});
    return table_text(rows);
}

std::string assumptions_of(const run::Examination& found, bool colours) {
    std::vector<std::vector<std::string>> rows = {{"assumption", "verdict", "because"}};
    for (const auto& assumption : found.assumptions) {
        const words::Question asked{.verdict = assumption.verdict, .word = std::string(to_string(assumption.verdict))};
        rows.push_back({assumption.name, word_of(asked, colours), assumption.reason});
    }
    return table_text(rows);
}

std::string summary_of(const run::Outcome& outcome, double seconds, bool colours) {
    const run::Examination& found = *outcome.optimality;
    std::string text = outcome.data_file + ", target '" + outcome.target + "', " + report::model_text(outcome.model) +
                       ", " + std::string(to_string(outcome.method)) + ": is it an answer? On " +
                       std::to_string(outcome.train.metrics.rows) + " training rows, " + duration_text(seconds) + "\n";
    text += wrapped(words::is_it_an_answer(outcome), 100, "  ") + "\n\n" + table_of(outcome, colours) + "\n" +
            assumptions_of(found, colours);
    for (const auto& note : found.notes) text += "\n" + wrapped("note: " + note, 100, "  ") + "\n";
    return text;
}

void examine(const ExamineArguments& arguments) {
    const fs::path path = arguments.folder;
    run::Outcome outcome = run::read_outcome(path);  // before anything is opened: there must be a finished run
    const run::RunFolder folder(path);
    const run::Reopened reopened = run::reopen(path, outcome);
    const run::Standing standing = run::standing_of(reopened, outcome);
    std::vector<double> lambda;
    for (const auto& constraint : outcome.constraints) lambda.push_back(constraint.multiplier);

    ProgressLine line;
    const auto begin = std::chrono::steady_clock::now();
    run::Problems problems(reopened.task, context_of(arguments.jobs, line));
    auto found = run::examine({problems, reopened.bounds, reopened.model.theta, lambda, outcome.trace, standing},
                              arguments.starts);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    line.clear();
    if (!found) {
        complain("stopped; the folder is as it was");
        throw Exit{ExitCode::interrupted};
    }
    outcome.optimality = std::move(found);
    base::write_file(path / "metrics.json", run::to_json(outcome) + "\n");
    write_pages(outcome, path);
    if (arguments.json)
        std::printf("%s\n", run::optimality_json(outcome).c_str());
    else
        std::printf("%s\nreport: %s\n", summary_of(outcome, seconds, colours_for_stdout()).c_str(),
                    (path / "report.html").c_str());
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
