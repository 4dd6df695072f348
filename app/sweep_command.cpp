#include "base/text.hpp"
#include "commands.hpp"
#include "report/run_report.hpp"
#include "run/outcome/json.hpp"
#include "run/sweep/sweep.hpp"
#include "several_runs.hpp"
#include "text_table.hpp"
#include "words/sweep.hpp"

#include <cmath>
#include <memory>
#include <string>

namespace alcole::app {
namespace {

struct SweepArguments : RunArguments {
    std::string bound{};
    run::SweepOptions options{};
};

std::string verdict(const run::SweepPoint& point, bool colours) {
    if (point.met) return coloured("met", Colour::green, colours);
    return coloured(point.status == Status::infeasible ? "cannot be met" : "not met", Colour::red, colours);
}

std::string held_out_text(const std::optional<base::Interval>& interval) {
    return interval ? interval_words(interval->estimate, interval->low, interval->high) : "-";
}

std::string summary_of(const run::Sweep& sweep, bool colours) {
    const std::string quality = sweep.task == tabular::Task::regression ? "r squared" : "accuracy";
    std::vector<std::vector<std::string>> rows = {
        {"bound", "objective", "multiplier", "risk", quality, quality + " held out", "risk held out", "verdict"}};
    for (const auto& point : sweep.points)
        rows.push_back({base::short_number(point.bound), base::short_number(point.objective, 5),
                        base::short_number(std::abs(point.slope)), base::short_number(point.risk),
                        base::short_number(point.train_accuracy), held_out_text(point.held_out_accuracy),
                        held_out_text(point.held_out_risk), verdict(point, colours)});
    const std::string what = sweep.constraint.empty() ? "all constraints" : "'" + sweep.constraint + "'";
    return sweep.data_file + ", target '" + sweep.target + "', bounds on " + what + ": " +
           duration_text(sweep.seconds) + "\n" + wrapped(words::finding(sweep), 100, "  ") + "\n\n" + table_text(rows) +
           "\nwithout: objective " + base::short_number(sweep.free_objective, 5) + "\n" +
           (sweep.stability ? wrapped(words::stability(*sweep.stability), 100, "  ") + "\n" : "");
}

void sweep(SweepArguments& arguments) {
    run::read_bounds(arguments.bound, arguments.options);
    SeveralRuns runs(arguments, "-sweep");
    const auto sweep = run::sweep(runs.config(), runs.source(), arguments.options, runs.context());
    if (!sweep) runs.stopped();
    const auto json = run::to_json(*sweep);
    runs.write("sweep.csv", run::sweep_csv(*sweep));
    runs.write("report.html", report::sweep_html(*sweep));
    runs.write("sweep.json", json + "\n");
    runs.print(json, summary_of(*sweep, colours_for_stdout()));
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
