#include <alcole/version.hpp>

#include "report/format.hpp"
#include "report/html.hpp"
#include "report/page.hpp"
#include "report/repeated_figures.hpp"
#include "report/run_report.hpp"
#include "report/run_words.hpp"

namespace alcole::report {
namespace {

using Methods = std::span<const run::Repeated>;

const run::Outcome* first_run(Methods methods) {
    for (const auto& method : methods)
        if (!method.runs.empty()) return &method.runs.front();
    return nullptr;
}

std::string subtitle(Methods methods) {
    const auto* run = first_run(methods);
    if (run == nullptr) return "no runs";
    return cat("<em>", escape(run->target), "</em> from <em>", escape(run->data_file), "</em>, ",
               escape(model_text(run->model)), ", ",
               plural(constraints_of(methods).size(), "constraint", "constraints"));
}

std::string met_text(const run::Repeated& method) {
    return cat(count(method.runs_met), " of ", count(method.runs.size()));
}

std::string scores_table(Methods methods) {
    const auto* run = first_run(methods);
    const bool percent = run == nullptr || run->task != tabular::Task::regression;
    const std::string quality(quality_name(run == nullptr ? tabular::Task::binary : run->task));
    NumberTable table("Scores", {{methods.size() == 1 ? "runs" : "method", ""},
                                 {"runs met", "every constraint, training"},
                                 {quality, "held out"},
                                 {"objective", "training"},
                                 {"objective", "held out"},
                                 {"largest slack", "training, in bounds"},
                                 {"largest slack", "held out, in bounds"},
                                 {"restlessness", "of the prices"},
                                 {"time", "per run"}});
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const auto& method = methods[m];
        const bool held_out = has_held_out(method);
        const auto if_held_out = [&](const base::Interval& value, bool as_percent) {
            if (!held_out)
                table.cell("\u2013");
            else if (as_percent)
                table.percent_interval_cell(value);
            else
                table.interval_cell(value);
        };
        table.begin_row(look_of(method, m).long_name);
        table.cell(met_text(method));
        if_held_out(method.test_accuracy, percent);
        table.interval_cell(method.train_objective);
        if_held_out(method.test_objective, false);
        table.interval_cell(method.worst_train_slack);
        if_held_out(method.worst_test_slack, false);
        if (has_prices(method))
            table.interval_cell(method.restlessness);
        else
            table.cell("\u2013");
        table.cell(duration(method.seconds));
        table.end_row();
    }
    return table.html();
}

void constraint_cells(NumberTable& table, const run::ConstraintOutcome& constraint, const run::Repeated& method,
                      std::size_t i) {
    const auto if_there = [&](const std::vector<base::Interval>& values, bool there, bool percent) {
        if (!there || i >= values.size())
            table.cell("\u2013");
        else if (percent)
            table.percent_interval_cell(values[i]);
        else
            table.interval_cell(values[i]);
    };
    const bool held_out = has_held_out(method);
    table.cell(bound_text(constraint));
    if_there(method.train_risk, true, false);
    if_there(method.test_risk, held_out, false);
    if_there(method.test_flip, held_out && constraint.test && constraint.test->flip_rate, true);
    if_there(method.multiplier, true, false);
    table.end_row();
}

std::string constraints_table(Methods methods) {
    const auto constraints = constraints_of(methods);
    const bool several = methods.size() > 1;
    std::vector<ColumnHead> columns = {{"constraint", ""}};
    if (several) columns.push_back({"method", "", true});
    for (const auto& column : std::vector<ColumnHead>{{"bound", ""},
                                                      {"risk", "training"},
                                                      {"risk", "held out"},
                                                      {"flips", "predictions, held out"},
                                                      {"multiplier", ""}})
        columns.push_back(column);
    NumberTable table("Every constraint", columns);
    for (std::size_t i = 0; i < constraints.size(); ++i)
        for (std::size_t m = 0; m < methods.size(); ++m) {
            if (m == 0)
                table.begin_rows(constraints[i].name, methods.size());
            else
                table.next_row();
            if (several) table.word_cell(escape(look_of(methods[m], m).name));
            constraint_cells(table, constraints[i], methods[m], i);
        }
    if (table.empty()) return "";
    constexpr std::size_t most_open = 24;  // more rows than these are shown on demand
    if (constraints.size() * methods.size() <= most_open) return table.html();
    return cat("<details><summary>Show the ", count(constraints.size() * methods.size()), " rows</summary>",
               table.html(), "</details>\n");
}

std::string numbered(std::vector<std::optional<Figure>> figures) {
    std::string out = figures_hint();
    int number = 0;
    for (auto& figure : figures)
        if (figure) {
            figure->number = ++number;
            out += figure_html(*figure);
        }
    return out;
}

std::string methods_lead(Methods methods) {
    std::vector<std::string> parts;
    for (std::size_t m = 0; m < methods.size(); ++m)
        parts.push_back(cat(look_of(methods[m], m).long_name, " in ", met_text(methods[m])));
    return parts.empty() ? "There is nothing to compare."
                         : cat("Runs that met every constraint in training: ", listed(parts), ".");
}

std::string repeated_lead(const run::Repeated& repeated) {
    std::string out = constraints_of({&repeated, 1}).empty()
                          ? cat("Trained ", plural(repeated.runs.size(), "time", "times"), " without constraints.")
                          : cat("Every constraint was met in training in ", met_text(repeated),
                                repeated.runs.size() == 1 ? " run." : " runs.");
    if (has_held_out(repeated)) {
        const auto& value = repeated.test_accuracy;
        out += is_regression(repeated) ? cat(" On held-out rows r squared is ", interval_text(value), ".")
                                       : cat(" On held-out rows ", percent_estimate_text(value),
                                             " of the predictions are correct (", percent_range_text(value), ").");
    }
    return out;
}

const std::vector<Chapter> contents = {
    {"summary", "In short"}, {"figures", "Figures"}, {"scores", "Scores"}, {"constraints", "Every constraint"}};

}  // namespace

std::string comparison_html(const run::Comparison& comparison) {
    const Methods methods = comparison.methods;
    Page page{.title = "alcole comparison of methods",
              .kicker = cat("alcole ", version, " \u00b7 comparison"),
              .heading = "The methods side by side",
              .subtitle = subtitle(methods),
              .contents = contents};
    page.main =
        section("summary", "In short",
                cat(R"(<p class="lead">)", escape(methods_lead(methods)), "</p>\n<p>",
                    plural(num_runs(methods), "run", "runs"),
                    " of each method, on the same splits and from the same starts; all of them took ",
                    duration(comparison.seconds), ". Small numbers beside an estimate are its 95 % interval.</p>\n")) +
        section("figures", "The figures",
                numbered({settling_figure(methods), scores_figure(methods), risks_figure(methods)})) +
        section("scores", "Scores", scores_table(methods)) +
        section("constraints", "Every constraint", constraints_table(methods));
    return page_html(page);
}

std::string cross_validation_html(const run::Repeated& repeated) {
    const Methods alone(&repeated, 1);
    Page page{.title = "alcole cross-validation",
              .kicker = cat("alcole ", version, " \u00b7 cross-validation"),
              .heading = "Does it hold on other rows?",
              .subtitle = subtitle(alone),
              .contents = contents};
    page.main =
        section(
            "summary", "In short",
            cat(R"(<p class="lead">)", escape(repeated_lead(repeated)),
                "</p>\n<p>Every run holds out other rows of the same file. Small numbers beside an estimate are its "
                "95 % interval over the runs; held-out rows of different runs share training rows, so it is "
                "a guide rather than a guarantee.</p>\n")) +
        section("figures", "The figures",
                numbered({risks_figure(alone), repeated_prices_figure(repeated), scores_figure(alone)})) +
        section("scores", "Scores", scores_table(alone)) +
        section("constraints", "Every constraint", constraints_table(alone));
    return page_html(page);
}

}  // namespace alcole::report
