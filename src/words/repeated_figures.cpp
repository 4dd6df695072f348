#include "words/repeated_figures.hpp"

#include "report/format.hpp"
#include "report/row_chart.hpp"
#include "words/run_figures.hpp"

#include <algorithm>

namespace alcole::words {
namespace {

using learning::Repeated;

Interval relative(const Interval& risk, double bound) {
    return {risk.estimate / bound, risk.low / bound, risk.high / bound};
}

RowMark risk_mark(const std::vector<Interval>& risks, std::size_t i, double bound, int slot, std::string name) {
    const auto value = relative(risks[i], bound);
    return {slot, std::move(name), value, estimate_text(value), {}};
}

/// One method: training and held-out rows; several: each of them, on held-out rows where there are any.
std::vector<RowMark> risk_marks(Methods methods, std::size_t i, double bound) {
    std::vector<RowMark> marks;
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const auto& method = methods[m];
        const bool held_out = has_held_out(method);
        const auto look = look_of(method, m);
        const bool alone = methods.size() == 1;
        if ((alone || !held_out) && i < method.train_risk.size())
            marks.push_back(risk_mark(method.train_risk, i, bound, alone ? training_slot : look.slot,
                                      alone ? "training" : look.name));
        if (held_out && i < method.test_risk.size())
            marks.push_back(risk_mark(method.test_risk, i, bound, alone ? held_out_slot : look.slot,
                                      alone ? "held out" : look.name));
    }
    return marks;
}

}  // namespace

MethodLook look_of(const Repeated& repeated, std::size_t position) {
    return look_of(to_string(repeated.method), position);
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

std::vector<LegendEntry> method_legend(Methods methods) {
    std::vector<LegendEntry> legend;
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const auto look = look_of(methods[m], m);
        legend.push_back({look.slot, look.long_name, false, true});
    }
    return legend;
}

std::optional<Figure> risks_figure(Methods methods) {
    const auto constraints = constraints_of(methods);
    if (constraints.empty()) return std::nullopt;
    const bool alone = methods.size() == 1;
    Figure figure{.title = "How close is every risk to its bound?"};
    const bool held_out = std::ranges::any_of(methods, has_held_out);
    RowChart chart{.title = alone      ? "Risk and bound"
                            : held_out ? "Held-out risk and bound"
                                       : "Training risk and bound",
                   .unit = "risk / bound",
                   .bound = 1.0,
                   .most = 3.0};
    for (std::size_t i = 0; i < constraints.size(); ++i) {
        ChartRow row{.name = constraints[i].name, .kept_above = constraints[i].at_least, .instead = "its bound is 0"};
        if (constraints[i].bound > 0) row.marks = risk_marks(methods, i, constraints[i].bound);
        chart.rows.push_back(std::move(row));
    }
    figure.caption =
        "Risks divided by their bounds, means over the runs with 95 % intervals. The line at 1 is the bound; on the "
        "shaded side it is kept.";
    figure.note = cat(
        alone ? "Training rows show what was promised, held-out rows how far the promise carries. "
              : "A method whose marks lie on the line uses exactly what it is allowed. ",
        "An arrow lies beyond the axis. Of some constraints the bound is a lower one: their shade is at the right.");
    if (alone) {
        figure.legend = {{training_slot, "training rows", false, true}};
        if (held_out) figure.legend.push_back({held_out_slot, "held-out rows", false, true});
    } else {
        figure.legend = method_legend(methods);
    }
    figure.panels = row_panels(chart);
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
    figure.caption =
        "The multiplier of every constraint that costs something: the mean over the runs with its 95 % interval, and "
        "single runs as thin strokes. Prices that agree between splits belong to the problem, not to chance.";
    figure.panels = row_panels(chart);
    return figure;
}

std::optional<Figure> settling_figure(Methods methods) {
    std::vector<LinePanel> panels;
    std::vector<std::size_t> named;
    Figure figure{.title = "Who settles, who goes round in circles?"};
    for (std::size_t m = methods.size(); m-- > 0;) {  // the last method is the one of interest: its prices choose names
        const auto& method = methods[m];
        if (!has_prices(method)) continue;
        const auto& first = method.runs.front();
        if (named.empty()) {
            named = named_constraints(first);
            figure.legend = constraint_legend(first, named);
        }
        panels.insert(panels.begin(), multiplier_lines(first, named, look_of(method, m).long_name));
    }
    if (panels.empty()) return std::nullopt;
    figure.caption =
        "The multipliers of the first run of each method that has any, after each of its dual steps. The "
        "vertical axes are the same.";
    figure.note =
        "A line that levels off has found its price. One that goes up and down for ever leaves it to chance "
        "which model training ends with. A dashed line is where mini-batches end and every step sees all data.";
    const Extent range = shown_extent(panels);
    for (std::size_t i = 0; i < panels.size(); ++i)
        figure.panels.push_back(draw_lines(panels[i], num_steps({&panels[i], 1}), range, i));
    figure.tables = {lines_table(panels, "Multipliers of the first runs at some of the dual steps.")};
    figure.data = lines_json(panels, "\u03bb");
    return figure;
}

}  // namespace alcole::words
