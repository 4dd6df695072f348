// Groups, quality, the solver's own numbers, and where it all comes from.
#include "report/format.hpp"
#include "report/html.hpp"
#include "report/run_figures.hpp"
#include "report/run_sections.hpp"
#include "report/run_words.hpp"

#include <array>
#include <functional>

namespace alcole::report {
namespace {

struct GroupColumn {
    std::string_view name;
    std::optional<double> tabular::GroupRates::*value;
    bool percent;
};

constexpr std::array<GroupColumn, 5> group_columns = {{
    {"positive rate", &tabular::GroupRates::positive_rate, true},
    {"recall", &tabular::GroupRates::recall, true},
    {"false positive rate", &tabular::GroupRates::false_positive_rate, true},
    {"error rate", &tabular::GroupRates::error_rate, true},
    {"log loss", &tabular::GroupRates::log_loss, false},
}};

std::string groups_table(const std::vector<tabular::GroupRates>& groups) {
    std::vector<GroupColumn> columns;
    for (const auto& column : group_columns)
        for (const auto& group : groups)
            if (group.*column.value) {
                columns.push_back(column);
                break;
            }
    std::vector<ColumnHead> heads = {{"group", ""}, {"rows", ""}};
    for (const auto& column : columns) heads.push_back({std::string(column.name), ""});
    NumberTable table("Rates per group", heads);
    for (const auto& group : groups) {
        table.begin_row(group.group);
        table.cell(count(group.rows));
        for (const auto& column : columns)
            column.percent ? table.percent_cell(group.*column.value) : table.optional_cell(group.*column.value);
        table.end_row();
    }
    return table.html();
}

struct MetricRow {
    std::string_view name;
    std::optional<double> tabular::Metrics::*value;
    bool percent;
};

constexpr std::array<MetricRow, 5> metric_rows = {{
    {"accuracy", &tabular::Metrics::accuracy, true},
    {"log loss", &tabular::Metrics::log_loss, false},
    {"area under the ROC curve", &tabular::Metrics::auc, false},
    {"mean squared error", &tabular::Metrics::mean_squared_error, false},
    {"r squared", &tabular::Metrics::r_squared, false},
}};

std::string clashes_of(const run::Outcome& outcome) {
    std::string items;
    for (const auto& clash : outcome.clashes) {
        if (clash.first >= outcome.constraints.size() || clash.second >= outcome.constraints.size()) continue;
        items += cat("<li>", escape(in_quotes(outcome.constraints[clash.first].name)), " and ",
                     escape(in_quotes(outcome.constraints[clash.second].name)), ", cosine ", fixed(clash.cosine, 2),
                     "</li>");
    }
    if (items.empty()) return "";
    return cat(
        "<h3>Who pulls against whom</h3><p>At the answer these constraints pull the model in opposite "
        "directions: loosening one makes the other cheaper. The cosine is that of the angle between their "
        "gradients; \u22121 is head-on.</p><ul class=\"notes\">",
        items, "</ul>\n");
}

}  // namespace

std::string groups_section(const run::Outcome& outcome, int& figures) {
    const auto& groups = outcome.test ? outcome.test->groups : outcome.train.groups;
    if (groups.empty()) return "";
    std::string out = cat("<p>On ", outcome.test ? "held-out" : "training", " rows",
                          outcome.positive.empty() ? std::string()
                                                   : cat("; the positive class of \u201c", escape(outcome.target),
                                                         "\u201d is \u201c", escape(outcome.positive), "\u201d"),
                          ". A dash stands where a group has no rows to tell.</p>\n", groups_table(groups));
    if (auto figure = groups_figure(groups)) {
        figure->number = ++figures;
        out += figure_html(*figure);
    }
    return section("groups", "The groups", out);
}

std::string quality_section(const run::Outcome& outcome) {
    std::vector<ColumnHead> heads = {{"", ""}, {"training", ""}};
    if (outcome.test) heads.push_back({"held out", ""});
    NumberTable table("How well it predicts", heads);
    const auto row = [&](std::string_view name, const auto& cell_of) {
        table.begin_row(name);
        cell_of(outcome.train);
        if (outcome.test) cell_of(*outcome.test);
        table.end_row();
    };
    row("rows", [&](const run::Side& side) { table.cell(count(side.metrics.rows)); });
    row("objective", [&](const run::Side& side) { table.cell(number(side.objective, 4)); });
    for (const auto& metric : metric_rows) {
        const bool there = outcome.train.metrics.*metric.value || (outcome.test && outcome.test->metrics.*metric.value);
        if (!there) continue;
        row(metric.name, [&](const run::Side& side) {
            const auto& value = side.metrics.*metric.value;
            metric.percent ? table.percent_cell(value) : table.optional_cell(value);
        });
    }
    return section("quality", "How well it predicts", table.html());
}

std::string solver_section(const run::Outcome& outcome) {
    std::string out = cat("<p>", escape(outcome.message), "</p>\n");
    if (!outcome.constraints.empty() || outcome.residuals.stationarity > 0) {
        NumberTable table("Residuals", {{"residual", ""}, {"value", ""}, {"what it says", "", true}});
        const auto row = [&](std::string_view name, double value, std::string_view meaning) {
            table.begin_row(name);
            table.cell(number(value));
            table.sentence_cell(meaning);
            table.end_row();
        };
        const auto& [stationarity, violation, complementarity] = outcome.residuals;
        row("stationarity", stationarity, "how far the weights are from a place where no small change helps");
        row("violation", violation, "the largest excess over a bound; 0 when all are kept");
        row("complementarity", complementarity, "the largest price paid for a bound that is not used up");
        out += table.html();
    }
    return section("solver", "What the solver says", out + clashes_of(outcome));
}

std::string origin_section(const run::Outcome& outcome) {
    const auto joined = [](const std::vector<std::string>& names) {
        std::string text;
        for (const auto& name : names) text += cat(text.empty() ? "" : ", ", name);
        return text.empty() ? std::string("none") : text;
    };
    const auto rows = outcome.train.metrics.rows;
    const auto held_out = outcome.test ? outcome.test->metrics.rows : 0;
    std::string target = outcome.target;
    if (!outcome.positive.empty()) target += cat(" (positive: ", outcome.positive, ")");
    const std::string data =
        facts_table("The data", {{"file", outcome.data_file},
                                 {"rows", cat(count(rows), " for training, ", count(held_out), " held out")},
                                 {"target", target},
                                 {"task", std::string(tabular::to_string(outcome.task))},
                                 {"features", joined(outcome.features)},
                                 {"protected", joined(outcome.protected_columns)},
                                 {"fingerprint", outcome.training_hash}});
    const std::string training = facts_table(
        "The training", {{"model", cat(model_text(outcome.model), ", ", plural(outcome.weights, "weight", "weights"))},
                         {"method", std::string(to_string(outcome.method))},
                         {"seed", std::to_string(outcome.seed)},
                         {"distinct evaluations", count(outcome.distinct_points)},
                         {"time", duration(outcome.seconds)},
                         {"alcole", outcome.version},
                         {"instructions", outcome.instruction_set}});
    std::string out = cat("<div class=\"two\">", data, training, "</div>\n");
    if (!outcome.run_toml.empty())
        out += cat("<details><summary>The run file as used</summary><pre tabindex=\"0\">", escape(outcome.run_toml),
                   "</pre></details>\n");
    return section("origin", "Where it comes from", out);
}

}  // namespace alcole::report
