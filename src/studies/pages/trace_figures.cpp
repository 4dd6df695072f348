// Figures 1 and 2: multipliers and slacks over the dual steps, one panel per constraint.
#include "report/format.hpp"
#include "studies/pages/parts.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::studies {
namespace {

constexpr std::size_t max_other_seeds = 9;

using Steps = std::vector<std::vector<double>>;

/// One panel per constraint, one line per dual method; values are in units of the bound if `in_bounds`.
std::vector<LinePanel> panels_of(const Study& study, const LinePanel& form, Steps Trace::*steps, bool in_bounds) {
    std::vector<LinePanel> panels;
    if (dual_methods(study).empty()) return panels;
    for (const std::size_t i : hard_first(study)) {
        const auto& constraint = study.constraints[i];
        LinePanel& panel = panels.emplace_back(form);
        panel.title = constraint.name;
        panel.tag = kind_of(constraint);
        for (const auto* method : dual_methods(study)) {
            const auto look = look_of(method->name);
            Line& line = panel.lines.emplace_back(Line{look.slot, look.name, look.long_name, {}, {}});
            for (std::size_t r = 0; r < method->runs.size() && r <= max_other_seeds; ++r) {
                auto& values = r == 0 ? line.values : line.others.emplace_back();
                for (const auto& at : method->runs[r].trace.*steps)
                    values.push_back(i < at.size() ? at[i] / (in_bounds ? constraint.bound : 1.0) : std::nan(""));
            }
        }
    }
    return panels;
}

std::string other_seeds_name(const std::vector<LinePanel>& panels) {
    std::size_t most = 0;
    for (const auto& panel : panels)
        for (const auto& line : panel.lines) most = std::max(most, line.others.size());
    return most == 0 ? "" : most == 1 ? "the other seed" : cat(std::to_string(most), " other seeds");
}

void fill(Figure& figure, const std::vector<LinePanel>& panels, std::string_view table, std::string_view unit) {
    std::size_t steps = 0;
    for (const auto& panel : panels)
        for (const auto& line : panel.lines) steps = std::max(steps, line.values.size());
    add_lines(figure, panels, true, unit,
              cat(table, ", first seed, at some of the ", std::to_string(steps),
                  " dual steps. All steps and seeds are in the CSV files beside this page."));
    figure.legend = line_legend(panels);
    if (const auto name = other_seeds_name(panels); !name.empty())
        figure.legend.push_back({background_slot, name, true, false});
}

std::string first_seed(const Study& study) {
    const auto traced = dual_methods(study);
    if (traced.empty()) return "";
    const auto runs = traced.front()->runs.size();
    return cat("Seed ", std::to_string(traced.front()->runs.front().seed), ", the first of ", std::to_string(runs),
               "; training data.");
}

}  // namespace

Figure multipliers_figure(const Study& study) {
    Figure figure{.title = "Do the prices converge?", .synthetic = study.data.synthetic};
    const auto panels =
        panels_of(study, {.quantity = "Multiplier", .unit = "multiplier \u03bb"}, &Trace::lambda, false);
    figure.caption = cat("The multiplier \u03bb of every constraint after each dual step. ", first_seed(study),
                         " All panels have the same axes; the numbers at the right are the last values.");
    figure.note =
        "A multiplier is the price of a constraint: what one unit of its bound is worth in units of the objective. It "
        "climbs while the constraint is violated and falls while there is room to spare. A line that levels off has "
        "found its price; one that keeps oscillating leaves it to chance which model training ends with.";
    fill(figure, panels, "Multipliers", "\u03bb");
    return figure;
}

Figure slacks_figure(const Study& study) {
    Figure figure{.title = "Are the bounds kept?", .synthetic = study.data.synthetic};
    const bool in_bounds = std::ranges::all_of(study.constraints, [](const auto& c) { return c.bound > 0; });
    const LinePanel form{.quantity = "Slack",
                         .unit = in_bounds ? "(risk \u2212 bound) / bound" : "risk \u2212 bound",
                         .kept_below_zero = true};
    const auto panels = panels_of(study, form, &Trace::slack, in_bounds);
    figure.caption = cat("How far every risk lies from its bound after each dual step",
                         in_bounds ? ", in units of the bound. " : ". ", first_seed(study),
                         " Zero is the bound; on the shaded side it is kept. All panels have the same axes.");
    figure.note =
        cat("Above zero the constraint is violated, below it is kept",
            in_bounds ? "; 1 means twice what is allowed, \u22121 that predictions do not change at all" : "",
            ". Hard constraints, marked \u25b2, are those most violated without constraints. A line that settles "
            "on zero uses exactly what it is allowed; an easy constraint may stay below it at no price.");
    fill(figure, panels, in_bounds ? "Slacks in units of the bound" : "Slacks", in_bounds ? "bounds" : "");
    return figure;
}

}  // namespace alcole::studies
