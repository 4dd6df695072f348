// How repeated runs do: a panel per score, a row per method.
#include "base/text.hpp"
#include "report/format.hpp"
#include "report/row_chart.hpp"
#include "words/repeated_figures.hpp"

#include <array>

namespace alcole::words {
namespace {

using learning::Repeated;

struct Score {
    std::string_view title;
    std::string_view unit;
    Interval Repeated::*value;
    bool slack;
};

constexpr std::array<Score, 3> scores = {{
    {"Largest slack, training", "in units of its bound", &Repeated::worst_train_slack, true},
    {"Largest slack, held out", "in units of its bound", &Repeated::worst_test_slack, true},
    {"Oscillation of the prices", "sd in the last half / largest multiplier", &Repeated::restlessness, false},
}};

RowChart quality_chart(Methods methods) {
    const bool numbers =
        !methods.empty() && !methods.front().runs.empty() && !is_share(methods.front().runs.front().task);
    RowChart chart{.title = numbers ? "Held-out r squared" : "Held-out accuracy",
                   .unit = numbers ? "r squared" : "correct predictions, %",
                   .from_zero = false,
                   .percent = !numbers};
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const auto& method = methods[m];
        if (!has_held_out(method)) continue;
        const auto look = look_of(method, m);
        const auto& value = method.test_accuracy;
        RowMark mark{look.slot, look.name, value, numbers ? estimate_text(value) : percent_text(value.estimate), {}};
        for (const auto& run : method.runs)
            if (const auto& one = numbers ? run.test->metrics.r_squared : run.test->metrics.accuracy)
                mark.runs.push_back(*one);
        chart.rows.push_back({.name = look.long_name, .marks = {std::move(mark)}});
    }
    return chart;
}

RowChart score_chart(Methods methods, const Score& score) {
    RowChart chart{.title = std::string(score.title), .unit = std::string(score.unit)};
    if (score.slack) {
        chart.bound = 0;
        chart.most = 2;
    }
    for (std::size_t m = 0; m < methods.size(); ++m) {
        if (score.value == &Repeated::worst_test_slack && !has_held_out(methods[m])) continue;
        const auto look = look_of(methods[m], m);
        const auto& value = methods[m].*score.value;
        ChartRow row{.name = look.long_name, .instead = "has no prices"};
        if (score.slack || has_prices(methods[m]))
            row.marks = {{look.slot, look.name, value, estimate_text(value), {}}};
        chart.rows.push_back(std::move(row));
    }
    return chart;
}

/// A bar per method: runs that met everything, or seconds.
template <typename ValueOf, typename TextOf>
RowChart bar_chart(Methods methods, std::string title, std::string unit, const ValueOf& value_of,
                   const TextOf& text_of) {
    RowChart chart{.title = std::move(title), .unit = std::move(unit), .style = RowChart::Style::bars};
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const auto look = look_of(methods[m], m);
        const double value = value_of(methods[m]);
        chart.rows.push_back({.name = look.long_name,
                              .marks = {{look.slot, look.name, {value, value, value}, text_of(methods[m]), {}}}});
    }
    return chart;
}

void add_panels(Figure& figure, const RowChart& chart) {
    for (auto& panel : row_panels(chart)) figure.panels.push_back(std::move(panel));
}

}  // namespace

Figure scores_figure(Methods methods) {
    Figure figure{.title = methods.size() == 1 ? "How does it do?" : "Who does better?"};
    figure.caption =
        "Marks are means over the runs, thick lines their 95 % intervals, and thin upright strokes single runs. "
        "Slacks are in units of the bound: 0 or less on the shaded side means that every bound is kept.";
    figure.note =
        "Further right is better for quality and for runs in which every constraint was met in training; for slacks, "
        "oscillation and time further left is. Prices that oscillate leave it to chance which model training ends "
        "with. An "
        "arrow lies beyond its axis.";
    if (methods.size() > 1) figure.legend = method_legend(methods);
    add_panels(figure, quality_chart(methods));
    for (const auto& score : scores) add_panels(figure, score_chart(methods, score));
    add_panels(figure, bar_chart(
                           methods, "Runs that met everything", "of " + base::plural(num_runs(methods), "run"),
                           [](const Repeated& method) { return static_cast<double>(method.runs_met); },
                           [](const Repeated& method) { return count(method.runs_met); }));
    add_panels(figure, bar_chart(
                           methods, "Time", "seconds per run", [](const Repeated& method) { return method.seconds; },
                           [](const Repeated& method) { return base::duration(method.seconds); }));
    return figure;
}

}  // namespace alcole::words
