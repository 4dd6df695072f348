// Figure 3: what the models do on unseen people. Figure 5: both dual methods at every size of the dual step.
#include "report/format.hpp"
#include "studies/pages/parts.hpp"
#include "words/parts.hpp"

#include <algorithm>
#include <array>

namespace alcole::studies {
namespace {

/// One row per method: its mean with an interval, and its individual runs.
template <typename IntervalOf, typename ValueOf>
RowChart chart_of(const Study& study, std::string title, std::string tag, std::string unit,
                  const IntervalOf& interval_of, const ValueOf& value_of) {
    RowChart chart{
        .title = std::move(title), .tag = std::move(tag), .unit = std::move(unit), .from_zero = false, .percent = true};
    for (const auto& method : study.methods) {
        const std::optional<Interval> value = interval_of(method.means);
        if (!value) continue;
        const auto look = look_of(method.name);
        std::vector<double> runs;
        for (const auto& run : method.runs)
            if (const std::optional<double> one = value_of(run)) runs.push_back(*one);
        chart.rows.push_back(words::method_row(look, *value, percent_text(value->estimate), std::move(runs)));
    }
    return chart;
}

RowChart unchanged_chart(const Study& study, std::size_t i) {
    const auto& constraint = study.constraints[i];
    return chart_of(
        study, constraint.name, kind_of(constraint), "unchanged predictions, %",
        [i](const SeedMeans& s) { return i < s.flip.size() ? std::optional(rest_of(s.flip[i])) : std::nullopt; },
        [i](const Run& r) { return i < r.test.flip.size() ? std::optional(1 - r.test.flip[i]) : std::nullopt; });
}

Table charts_table(const std::vector<RowChart>& charts) {
    Table table{.columns = {{"method"}}, .caption = "Test data: mean over seeds and its bootstrap interval."};
    for (const auto& chart : charts) table.columns.push_back({chart.title, chart.unit});
    for (const auto& first : charts.front().rows) {
        Row row{{first.name}};
        for (const auto& chart : charts) {
            const auto found = std::ranges::find(chart.rows, first.name, &ChartRow::name);
            row.cells.push_back(found == chart.rows.end() ? Cell(Nothing{})
                                                          : interval_cell(found->marks.front().value, true));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

struct Quantity {
    const char* title;
    const char* unit;
    Interval StepSweepPoint::*value;
    bool percent;
    bool bounded;  ///< zero is a bound that must not be exceeded
};

constexpr std::array<Quantity, 3> quantities = {{
    {"Oscillation", "sd of the multiplier that oscillates most", &StepSweepPoint::lambda_sd, false, false},
    {"Violation of the last model", "largest slack, in units of its bound", &StepSweepPoint::worst_slack, false, true},
    {"Test accuracy", "correct predictions, %", &StepSweepPoint::accuracy, true, false},
}};

/// The methods of the sweep, each listed once, in order of appearance.
std::vector<std::string> methods_of(const Study& study) {
    std::vector<std::string> methods;
    for (const auto& point : study.step_sweep)
        if (std::ranges::find(methods, point.method) == methods.end()) methods.push_back(point.method);
    return methods;
}

XyPanel panel_of(const Study& study, const Quantity& quantity) {
    XyPanel panel{.title = quantity.title,
                  .about = cat(quantity.title, " against the dual step: ", quantity.unit, "."),
                  .unit = quantity.unit,
                  .x_label = "dual step \u03b7, logarithmic",
                  .log_x = true,
                  .percent = quantity.percent,
                  .kept_below_zero = quantity.bounded,
                  .table = cat(quantity.title, ", ", quantity.unit)};
    for (const auto& method : methods_of(study)) {
        const auto look = look_of(method);
        XyCurve curve{.slot = look.slot, .name = look.long_name};
        for (const auto& point : study.step_sweep)
            if (point.method == method) curve.places.push_back({point.dual_step, point.*quantity.value, point.best});
        std::ranges::sort(curve.places, {}, &XyPlace::x);
        panel.curves.push_back(std::move(curve));
    }
    return panel;
}

}  // namespace

Figure outcomes_figure(const Study& study) {
    Figure figure{.title = "What do the models do on unseen people?", .synthetic = study.data.synthetic};
    figure.caption = say("Test data, ", Count{study.data.test_rows}, " rows; ", counted(num_runs(study), "run"),
                         R"( of each method. First
            the share of correct predictions, then, for every constraint, the share of predictions that stay the same when
            only that attribute is changed. Axes do not start at zero; those of the unchanged predictions are all the
            same.)");
    figure.note =
        R"(A marker is the mean over the runs, the thick line its bootstrap interval, the thin upright strokes are the
                     single runs. Further right is better.)";
    for (const auto& method : study.methods) {
        const auto look = look_of(method.name);
        figure.legend.push_back({look.slot, look.long_name, false, true});
    }
    std::vector<RowChart> charts = {chart_of(
        study, "Test accuracy", "", "correct predictions, %",
        [](const SeedMeans& s) { return std::optional(s.accuracy); },
        [](const Run& r) { return std::optional(r.test.accuracy); })};
    Extent unchanged;
    unchanged.include(1);  // where nothing changes
    for (const std::size_t i : hard_first(study)) {
        charts.push_back(unchanged_chart(study, i));
        for (const auto& row : charts.back().rows) {
            const auto& mark = row.marks.front();
            unchanged.include(std::vector{mark.value.estimate, mark.value.low, mark.value.high});
            unchanged.include(mark.runs);
        }
    }
    for (std::size_t i = 1; i < charts.size(); ++i) charts[i].shown = unchanged;
    for (const auto& chart : charts) add_rows(figure, chart);
    figure.tables = {charts_table(charts)};
    return figure;
}

Figure sweep_figure(const Study& study) {
    Figure figure{.title = "Would another dual step do?", .synthetic = study.data.synthetic, .large = true};
    figure.caption =
        R"(Both dual methods at every size of the dual step, from slow to fast. Markers are means over seeds,
                        bands their bootstrap intervals; a ring marks the best step of each method: the one that oscillates
                        least among those whose last model keeps its constraints to 0.2 of the bound.)";
    figure.note =
        R"(A method that is good at one step only must be tuned. In the first two panels lower is better, and the
                     shaded side keeps every bound; in the third higher is better.)";
    std::vector<XyPanel> panels;
    for (const auto& quantity : quantities) panels.push_back(panel_of(study, quantity));
    add_curves(figure, panels);
    return figure;
}

}  // namespace alcole::studies
