#include "base/text.hpp"
#include "commands.hpp"
#include "report/run_report.hpp"
#include "report/run_words.hpp"
#include "run/outcome/json.hpp"
#include "run/sweep/repeat.hpp"
#include "several_runs.hpp"
#include "text_table.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace alcole::app {
namespace {

struct CvArguments : RunArguments {
    std::size_t k = 5;
};

struct CompareArguments : RunArguments {
    std::size_t seeds = 5;
};

using Row = std::vector<std::string>;

std::string words(const base::Interval& interval) {
    return interval_words(interval.estimate, interval.low, interval.high);
}

bool has_held_out(const run::Repeated& repeated) {
    return std::ranges::all_of(repeated.runs, [](const auto& run) { return run.test.has_value(); });
}

std::string quality_name(const run::Repeated& repeated) {
    return repeated.runs.front().task == tabular::Task::regression ? "r squared" : "accuracy";
}

std::string heading(const run::Repeated& repeated, const std::string& how) {
    const auto& first = repeated.runs.front();
    return first.data_file + ", target '" + first.target + "', " + report::model_text(first.model) + ": " + how + "\n";
}

std::string cv_summary(const run::Repeated& repeated) {
    std::string text = heading(
        repeated, std::to_string(repeated.runs.size()) + " folds, " + duration_text(repeated.seconds) + " each");
    text += "constraints met in training in " + std::to_string(repeated.runs_met) + " of " +
            std::to_string(repeated.runs.size()) + " folds; means and their 95 % intervals:\n\n";
    text += table_text({{"", "training", "held out"},
                        {"objective", words(repeated.train_objective), words(repeated.test_objective)},
                        {quality_name(repeated), "-", words(repeated.test_accuracy)}});
    std::vector<Row> rows = {{"constraint", "bound", "training", "held out", "multiplier"}};
    for (std::size_t i = 0; i < repeated.train_risk.size(); ++i) {
        const auto& constraint = repeated.runs.front().constraints[i];
        rows.push_back({constraint.name, (constraint.at_least ? ">= " : "<= ") + base::short_number(constraint.bound),
                        words(repeated.train_risk[i]), words(repeated.test_risk[i]), words(repeated.multiplier[i])});
    }
    return rows.size() > 1 ? text + "\n" + table_text(rows) : text;
}

std::string comparison_summary(const run::Comparison& comparison) {
    const auto& first = comparison.methods.front();
    const std::size_t seeds = first.runs.size();
    const bool held_out = has_held_out(first);
    std::string text = heading(
        first, std::to_string(seeds) + (seeds == 1 ? " seed, " : " seeds, ") + duration_text(comparison.seconds));
    text += "means and their 95 % intervals; slacks are the largest, in units of their bounds:\n\n";
    std::vector<Row> rows = {{"method", "met", "objective", "slack", quality_name(first) + " held out",
                              "slack held out", "restlessness", "time"}};
    for (const auto& method : comparison.methods)
        rows.push_back({std::string(to_string(method.method)),
                        std::to_string(method.runs_met) + " of " + std::to_string(seeds), words(method.train_objective),
                        words(method.worst_train_slack), held_out ? words(method.test_accuracy) : "-",
                        held_out ? words(method.worst_test_slack) : "-",
                        base::short_number(method.restlessness.estimate), duration_text(method.seconds)});
    return text + table_text(rows);
}

void cv(const CvArguments& arguments) {
    SeveralRuns runs(arguments, "-cv");
    const auto repeated = run::cross_validate(runs.config(), runs.source(), arguments.k, runs.context());
    if (!repeated) runs.stopped();
    const auto json = run::to_json(*repeated);
    runs.write("report.html", report::cross_validation_html(*repeated));
    runs.write("cv.json", json + "\n");
    runs.print(json, cv_summary(*repeated));
}

void compare(const CompareArguments& arguments) {
    SeveralRuns runs(arguments, "-compare");
    const auto comparison = run::compare(runs.config(), runs.source(), arguments.seeds, runs.context());
    if (!comparison) runs.stopped();
    const auto json = run::to_json(*comparison);
    runs.write("report.html", report::comparison_html(*comparison));
    runs.write("compare.json", json + "\n");
    runs.print(json, comparison_summary(*comparison));
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
