// Repeated runs: how close they are to their bounds, at which prices, how steady and how good.
#include "base/text.hpp"
#include "report/format.hpp"
#include "words/parts.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace alcole::words {
namespace {

using learning::Repeated;

/// Each kind has its own colour.
constexpr std::array<std::string_view, 3> kinds_of_models = {"linear", "mlp", "trees"};

/// One method: training and held-out rows; several methods: each of them, on held-out rows if there are any.
std::vector<RowMark> risk_marks(Methods methods, std::size_t i, double bound) {
    const bool alone = methods.size() == 1;
    std::vector<RowMark> marks;
    for (const auto& method : methods) {
        const auto look = look_of(method);
        const auto add = [&](const std::vector<Interval>& risks, int slot, const char* side) {
            if (i >= risks.size()) return;
            const Interval value{risks[i].estimate / bound, risks[i].low / bound, risks[i].high / bound};
            marks.push_back({alone ? slot : look.slot, alone ? side : look.name, value, estimate_text(value), {}});
        };
        const bool held_out = has_held_out(method);
        if (alone || !held_out) add(method.train_risk, training_slot, "training");
        if (held_out) add(method.test_risk, held_out_slot, "held out");
    }
    return marks;
}

std::vector<LegendEntry> method_legend(Methods methods) {
    std::vector<LegendEntry> legend;
    for (const auto& method : methods) legend.push_back({look_of(method).slot, look_of(method).long_name, false, true});
    return legend;
}

/// One row for each method that has a value; in a chart of prices, a method without them says so.
template <class RowOf>
void add_methods(Figure& figure, Methods methods, RowChart chart, const RowOf& row_of) {
    for (const auto& method : methods)
        if (std::optional<ChartRow> row = row_of(method, look_of(method))) chart.rows.push_back(std::move(*row));
    add_rows(figure, chart);
}

using MaybeRow = std::optional<ChartRow>;

void add_quality(Figure& figure, Methods methods) {
    const bool numbers = !is_share(task_of(methods));
    const RowChart chart{.title = numbers ? "Held-out r squared" : "Held-out accuracy",
                         .unit = numbers ? "r squared" : "correct predictions, %",
                         .from_zero = false,
                         .percent = !numbers};
    add_methods(figure, methods, chart, [numbers](const Repeated& method, const MethodLook& look) -> MaybeRow {
        if (!has_held_out(method)) return std::nullopt;
        std::vector<double> runs;
        for (const auto& run : method.runs)
            if (const auto& one = numbers ? run.test->metrics.r_squared : run.test->metrics.accuracy)
                runs.push_back(*one);
        const auto& value = method.test_accuracy;
        return method_row(look, value, numbers ? estimate_text(value) : percent_text(value.estimate), std::move(runs));
    });
}

void add_slack(Figure& figure, Methods methods, std::string title, Interval Repeated::*value) {
    const RowChart chart{.title = std::move(title), .unit = "in units of its bound", .bound = 0, .axis_max = 2};
    add_methods(figure, methods, chart, [value](const Repeated& method, const MethodLook& look) -> MaybeRow {
        if (value == &Repeated::worst_test_slack && !has_held_out(method)) return std::nullopt;
        return method_row(look, method.*value, estimate_text(method.*value));
    });
}

}  // namespace

MethodLook look_of(const Repeated& repeated) {
    if (repeated.model.empty()) return look_of(to_string(repeated.method));
    const auto place = std::ranges::find(kinds_of_models, repeated.model) - kinds_of_models.begin();
    return {static_cast<int>(place), repeated.model,
            repeated.runs.empty() ? repeated.model : model(repeated.runs.front().model), ""};
}

ChartRow method_row(const MethodLook& look, const Interval& value, std::string text, std::vector<double> runs) {
    return {.name = look.long_name, .marks = {{look.slot, look.name, value, std::move(text), std::move(runs)}}};
}

std::span<const learning::ConstraintOutcome> constraints_of(Methods methods) {
    for (const auto& method : methods)
        for (const auto& run : method.runs)
            if (!run.constraints.empty()) return run.constraints;
    return {};
}

bool has_held_out(const Repeated& repeated) {
    return !repeated.runs.empty() &&
           std::ranges::all_of(repeated.runs, [](const auto& run) { return run.test.has_value(); });
}

bool has_prices(const Repeated& repeated) {
    if (repeated.runs.empty()) return false;
    return std::ranges::any_of(repeated.runs.front().trace, [](const auto& row) {
        return std::ranges::any_of(row.multiplier, [](double lambda) { return lambda != 0; });
    });
}

std::size_t num_runs(Methods methods) {
    std::size_t most = 0;
    for (const auto& method : methods) most = std::max(most, method.runs.size());
    return most;
}

std::optional<Figure> repeated_risks_figure(Methods methods) {
    const auto constraints = constraints_of(methods);
    if (constraints.empty()) return std::nullopt;
    const bool alone = methods.size() == 1;
    const bool held_out = std::ranges::any_of(methods, has_held_out);
    std::vector<ChartRow> rows;
    for (std::size_t i = 0; i < constraints.size(); ++i) {
        ChartRow row{.name = constraints[i].name, .kept_above = constraints[i].at_least, .instead = "its bound is 0"};
        if (constraints[i].bound > 0) row.marks = risk_marks(methods, i, constraints[i].bound);
        rows.push_back(std::move(row));
    }
    Figure figure = risks_figure(std::move(rows),
                                 alone      ? "Risk and bound"
                                 : held_out ? "Held-out risk and bound"
                                            : "Training risk and bound",
                                 held_out);
    if (!alone) figure.legend = method_legend(methods);
    figure.caption = R"(Risks divided by their bounds, means over the runs with 95 % intervals. The line at 1 is the
                        bound; on the shaded side it is kept.)";
    figure.note = say(alone ? "Training rows show what was promised, held-out rows how far the promise carries. "
                            : "A method whose marks lie on the line uses exactly what it is allowed. ",
                      "An arrow lies beyond the axis. Where the bound is a lower one, the shade is at the right.");
    return figure;
}

std::optional<Figure> repeated_prices_figure(const Repeated& repeated) {
    const auto constraints = constraints_of({&repeated, 1});
    RowChart chart{.title = "Multiplier", .unit = "multiplier \u03bb"};
    for (std::size_t i = 0; i < std::min(constraints.size(), repeated.multiplier.size()); ++i) {
        const auto& value = repeated.multiplier[i];
        if (!(value.high > 0)) continue;
        RowMark mark{training_slot, "multiplier", value, estimate_text(value), {}};
        for (const auto& run : repeated.runs)
            if (i < run.constraints.size()) mark.runs.push_back(run.constraints[i].multiplier);
        chart.rows.push_back({.name = constraints[i].name, .marks = {std::move(mark)}});
    }
    if (chart.rows.empty()) return std::nullopt;
    Figure figure{.title = "Do the prices agree?"};
    figure.caption = R"(The multiplier of every constraint that costs something: the mean over the runs with its 95 %
                        interval, and single runs as thin strokes. Prices that agree between splits belong to the
                        problem, not to chance.)";
    add_rows(figure, chart);
    return figure;
}

std::optional<Figure> settling_figure(Methods methods) {
    std::vector<LinePanel> panels;
    std::vector<std::size_t> named;
    const bool models = compares_models(methods);
    Figure figure{.title = models ? "How the prices are found" : "Which methods converge, which oscillate?"};
    // The last method is the one of interest: its prices decide which constraints get names.
    for (std::size_t m = methods.size(); m-- > 0;) {
        const auto& method = methods[m];
        if (!has_prices(method)) continue;
        const auto& first = method.runs.front();
        if (named.empty()) {
            named = named_constraints(first);
            figure.legend = constraint_legend(first, named);
        }
        panels.insert(panels.begin(), multiplier_lines(first, named, look_of(method).long_name));
    }
    if (panels.empty()) return std::nullopt;
    figure.caption = say("The multipliers of the first run of each ", models ? "model" : "method",
                         " that has any, after each of its dual steps. The vertical axes are the same.");
    figure.note = R"(A line that levels off has found its price. One that keeps oscillating leaves it to chance
                     which model training ends with. A dashed line is where mini-batches end and every step sees all
                     data.)";
    add_lines(figure, panels, true, "\u03bb", "Multipliers of the first runs at some of the dual steps.");
    return figure;
}

Figure scores_figure(Methods methods) {
    const bool models = compares_models(methods);
    Figure figure{.title = methods.size() == 1 ? "How does it do?"
                           : models            ? "Which model does better?"
                                               : "Which method does better?"};
    figure.caption = R"(Marks are means over the runs, thick lines their 95 % intervals, and thin upright strokes single
                        runs. Slacks are in units of the bound: 0 or less on the shaded side means that every bound is
                        kept.)";
    figure.note = R"(Further right is better for quality and for runs in which every constraint was met in training; for
                     slacks, oscillation and time further left is. Prices that oscillate leave it to chance which model
                     training ends with. An arrow lies beyond its axis.)";
    if (methods.size() > 1) figure.legend = method_legend(methods);
    add_quality(figure, methods);
    add_slack(figure, methods, "Largest slack, training", &Repeated::worst_train_slack);
    add_slack(figure, methods, "Largest slack, held out", &Repeated::worst_test_slack);
    add_methods(figure, methods,
                {.title = "Oscillation of the prices", .unit = "sd in the last half / largest multiplier"},
                [](const Repeated& method, const MethodLook& look) -> MaybeRow {
                    if (!has_prices(method)) return ChartRow{.name = look.long_name, .instead = "has no prices"};
                    return method_row(look, method.oscillation, estimate_text(method.oscillation));
                });
    add_methods(figure, methods,
                {.title = "Runs that met everything",
                 .unit = "of " + base::plural(num_runs(methods), "run"),
                 .style = RowChart::Style::bars},
                [](const Repeated& method, const MethodLook& look) -> MaybeRow {
                    return method_row(look, point(static_cast<double>(method.runs_met)), count(method.runs_met));
                });
    add_methods(figure, methods, {.title = "Time", .unit = "seconds per run", .style = RowChart::Style::bars},
                [](const Repeated& method, const MethodLook& look) -> MaybeRow {
                    return method_row(look, point(method.seconds), base::duration(method.seconds));
                });
    return figure;
}

}  // namespace alcole::words
