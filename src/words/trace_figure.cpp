// The course of the search: objective, slacks and multipliers over the dual steps.
#include "base/text.hpp"
#include "report/format.hpp"
#include "words/parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace alcole::words {
namespace {

/// In this order; more lines could not be told apart.
constexpr std::array<int, 6> line_slots = {3, 1, 4, 2, 5, 0};

/// More lines in the background are a grey area, and make the page heavy.
constexpr std::size_t max_background = 60;

/// More points would make the page heavy without being visible.
constexpr std::size_t max_points = 500;

using Column = std::vector<double> learning::TraceRow::*;

DrawnSteps drawn_steps(const learning::Outcome& outcome) { return DrawnSteps::of(outcome.trace.size(), max_points); }

/// One number for every drawn step.
template <class ValueOf>
std::vector<double> values_of(const learning::Outcome& outcome, const ValueOf& value_of) {
    const auto steps = drawn_steps(outcome);
    std::vector<double> values;
    for (std::size_t t = steps.first; t < outcome.trace.size(); t += steps.every)
        values.push_back(value_of(outcome.trace[t]));
    return values;
}

/// The first step on all data after mini-batches.
std::optional<std::size_t> change_of_regime(const learning::Outcome& outcome) {
    for (std::size_t t = 1; t < outcome.trace.size(); ++t)
        if (outcome.trace[t].regime == Regime::full && outcome.trace[t - 1].regime != Regime::full) return t;
    return std::nullopt;
}

bool in_bounds(const learning::Outcome& outcome) {
    return std::ranges::all_of(outcome.constraints, [](const auto& c) { return c.bound > 0; });
}

void fill_lines(LinePanel& panel, const learning::Outcome& outcome, std::span<const std::size_t> named, Column column,
                bool relative) {
    const auto values = [&](std::size_t i) {
        const double unit = relative ? outcome.constraints[i].bound : 1.0;
        return values_of(outcome, [&](const learning::TraceRow& row) {
            return i < (row.*column).size() ? (row.*column)[i] / unit : std::nan("");
        });
    };
    const std::size_t others = outcome.constraints.size() - named.size();
    const std::size_t every = (others + max_background - 1) / max_background;
    for (std::size_t i = 0, other = 0; i < outcome.constraints.size(); ++i) {
        if (std::ranges::find(named, i) != named.end()) continue;
        if (other++ % every == 0) panel.background.push_back(values(i));
    }
    for (std::size_t k = 0; k < named.size(); ++k) {
        const auto& name = outcome.constraints[named[k]].name;
        panel.lines.push_back({line_slots.at(k), shortened(name, 48), name, values(named[k]), {}});
    }
    panel.steps = drawn_steps(outcome);
    panel.change = change_of_regime(outcome);
}

LinePanel objective_lines(const learning::Outcome& outcome) {
    auto values = values_of(outcome, [](const learning::TraceRow& row) { return row.objective; });
    return {.title = "Objective",
            .quantity = "Objective",
            .unit = "what is minimised",
            .lines = {{6, "objective", "objective", std::move(values), {}}},
            .steps = drawn_steps(outcome),
            .change = change_of_regime(outcome),
            .from_zero = false};
}

LinePanel slack_lines(const learning::Outcome& outcome, std::span<const std::size_t> named) {
    const bool relative = in_bounds(outcome);
    LinePanel panel{.title = "Slacks",
                    .quantity = "Slacks",
                    .unit = relative ? "(risk \u2212 bound) / bound" : "risk \u2212 bound",
                    .kept_below_zero = true};
    fill_lines(panel, outcome, named, &learning::TraceRow::slack, relative);
    return panel;
}

}  // namespace

std::vector<std::size_t> named_constraints(const learning::Outcome& outcome) {
    std::vector<std::size_t> order(outcome.constraints.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) {
        const auto& constraint = outcome.constraints[i];
        const double unit = constraint.bound != 0 ? std::abs(constraint.bound) : 1.0;
        return std::pair(constraint.multiplier * unit, constraint.train.slack / unit);
    });
    if (order.size() > line_slots.size()) order.resize(line_slots.size());
    return order;
}

LinePanel multiplier_lines(const learning::Outcome& outcome, std::span<const std::size_t> named, std::string title) {
    LinePanel panel{.title = std::move(title), .quantity = "Multipliers", .unit = "multiplier \u03bb"};
    fill_lines(panel, outcome, named, &learning::TraceRow::multiplier, false);
    return panel;
}

std::vector<LegendEntry> constraint_legend(const learning::Outcome& outcome, std::span<const std::size_t> named) {
    std::vector<LegendEntry> legend;
    for (std::size_t k = 0; k < named.size(); ++k)
        legend.push_back({line_slots.at(k), shortened(outcome.constraints[named[k]].name, 60), true, true});
    const std::size_t others = outcome.constraints.size() - named.size();
    if (others > 0)
        legend.push_back(
            {background_slot,
             others <= max_background ? base::plural(others, "other") : cat("some of ", count(others), " others"), true,
             true});
    return legend;
}

std::optional<Figure> trace_figure(const learning::Outcome& outcome, std::string_view whole) {
    if (outcome.trace.empty()) return std::nullopt;
    const auto named = named_constraints(outcome);
    std::vector<LinePanel> panels = {objective_lines(outcome)};
    if (!outcome.constraints.empty()) {
        panels.push_back(slack_lines(outcome, named));
        panels.push_back(multiplier_lines(outcome, named, "Multipliers"));
    }
    Figure figure{.title = "How did training get there?"};
    figure.caption =
        say("After each of the ", counted(outcome.trace.size(), "dual step"),
            ". The numbers at the right are the last values.",
            panels.front().change ? " The dashed line is where mini-batches end and every step sees all data." : "");
    figure.note = outcome.constraints.empty()
                      ? "Training has converged when the objective levels off."
                      : R"(Training has converged when all three level off. A multiplier climbs while its constraint is
                           violated and falls while there is room to spare; where it settles is the price. Slacks on the
                           shaded side keep their bound.)";
    figure.legend = constraint_legend(outcome, named);
    add_lines(figure, panels, false, "", cat("Some of the steps. All of them are in ", whole, "."));
    return figure;
}

}  // namespace alcole::words
