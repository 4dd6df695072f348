#include "report/sweep_curves.hpp"

#include "report/format.hpp"
#include "report/run_figures.hpp"
#include "report/run_words.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace alcole::report {
namespace {

using run::SweepPoint;

constexpr double width = 420;
constexpr double height = 292;
const Frame frame{54, 410, 46, 252};

constexpr int not_met_slot = 2;
constexpr int infeasible_slot = 0;
constexpr double decades_of_prices = 5;  // below the dearest; what is cheaper counts as nothing

using OptionalInterval = std::optional<base::Interval> SweepPoint::*;

bool has_place(const SweepPoint& point) { return point.bound > 0 && std::isfinite(point.bound); }

Scale bounds_axis(const run::Sweep& sweep) {
    Range bounds;
    for (const auto& point : sweep.points)
        if (has_place(point)) bounds.include(point.bound);
    return Scale::logarithmic(bounds, frame.left, frame.right);
}

std::string path_through(const std::vector<std::pair<double, double>>& places, std::string_view classes) {
    if (places.size() < 2) return "";
    std::string data;
    for (const auto& [x, y] : places) data += cat(data.empty() ? "M" : "L", coordinate(x), " ", coordinate(y));
    return cat(R"(<path class=")", classes, R"(" d=")", data, R"("/>)");
}

/// What held-out rows say: a line, and around it the interval over the folds.
std::string band(const run::Sweep& sweep, OptionalInterval value, const Scale& x, const Scale& y) {
    std::vector<std::pair<double, double>> middle;
    std::string upper;
    std::string lower;
    for (const auto& point : sweep.points) {
        const auto& interval = point.*value;
        if (!has_place(point) || !interval || !drawable(*interval)) continue;
        const std::string at = coordinate(x(point.bound));
        middle.emplace_back(x(point.bound), y(interval->estimate));
        upper += cat(upper.empty() ? "M" : "L", at, " ", coordinate(y(interval->high)));
        lower.insert(0, cat("L", at, " ", coordinate(y(interval->low))));
    }
    if (middle.empty()) return "";
    std::string out = cat(R"(<g class=")", slot_class(held_out_slot), R"("><path class="band" d=")", upper, lower,
                          R"(Z"/>)", path_through(middle, cat("trace ", slot_class(held_out_slot))));
    for (const auto& [at, place] : middle) out += marker(held_out_slot, at, place, 2.6);
    return out + "</g>";
}

using ValueOf = std::function<double(const SweepPoint&)>;

/// The line through the points that are met, and a mark for every point.
std::string curve(const run::Sweep& sweep, const ValueOf& value_of, const Scale& x, const Scale& y,
                  const std::function<std::string(const SweepPoint&)>& text_of, std::string_view name) {
    std::vector<std::pair<double, double>> line;
    std::string marks;
    for (const auto& point : sweep.points) {
        const double value = value_of(point);
        if (!has_place(point) || !std::isfinite(value)) continue;
        const double at = x(point.bound);
        const double place = std::clamp(y(value), frame.top, frame.bottom);
        const auto look = look_of(point);
        if (point.met) line.emplace_back(at, place);
        marks += cat(R"(<g class="mark )", slot_class(look.slot), R"(" )",
                     tip_attributes(cat("bound ", number(point.bound), ", ", look.word), name, text_of(point)), ">",
                     svg_rect(at - 9, place - 9, 18, 18, "hit"), marker(look.slot, at, place, 4), "</g>");
    }
    return cat(R"(<g class=")", slot_class(training_slot), R"(">)",
               path_through(line, cat("trace ", slot_class(training_slot))), "</g>", marks);
}

/// A straight line on linear axes, p + slope (u' - u), which the logarithmic axis bends.
std::string tangent(const SweepPoint& point, const Scale& x, const Scale& y) {
    constexpr int parts = 12;
    const double reach = 0.075 * std::log(x.high() / x.low());
    std::vector<std::pair<double, double>> places;
    for (int i = 0; i <= parts; ++i) {
        const double bound = point.bound * std::exp(reach * (2.0 * i / parts - 1));
        places.emplace_back(x(bound), y(point.objective + point.slope * (bound - point.bound)));
    }
    return path_through(places, "tangent");
}

std::string tangents(const run::Sweep& sweep, const Scale& x, const Scale& y) {
    std::string out;
    for (const auto& point : sweep.points)
        if (has_place(point) && point.met && std::isfinite(point.slope) && std::isfinite(point.objective))
            out += tangent(point, x, y);
    return cat(R"(<g class=")", slot_class(training_slot), R"("><g class="s6">)", clipped(frame, out), "</g></g>");
}

/// Where tightening begins to cost.
std::string costs_mark(const run::Sweep& sweep, const Scale& x, bool with_words) {
    if (!sweep.costs_below || *sweep.costs_below < x.low() || *sweep.costs_below > x.high()) return "";
    const double at = x(*sweep.costs_below);
    const bool at_right = at > (frame.left + frame.right) / 2;
    const std::string_view arrow = sweep.at_least ? "\u25b8" : "\u25c2";  // towards tighter bounds
    std::string out = svg_line(at, frame.top, at, frame.bottom, "change");
    if (with_words)
        out += svg_text(at_right ? at - 5 : at + 5, frame.top + 11, at_right ? "outside end" : "outside",
                        at_right ? cat("costs ", arrow) : cat(arrow, " costs"));
    return out;
}

Panel empty_panel(std::string title, std::string_view about) {
    return {.title = std::move(title), .description = std::string(about), .width = width, .height = height};
}

void describe(Panel& panel, const run::Sweep& sweep, const std::function<std::string(const SweepPoint&)>& text_of) {
    for (const auto& point : sweep.points)
        panel.description += cat(" Bound ", number(point.bound), ": ", text_of(point), ", ", look_of(point).word, ".");
}

std::string axes(const Panel& panel, std::string_view unit, const Scale& x, const Scale& y) {
    return cat(panel_heading(panel, "", unit), y_axis(frame, y), x_axis(frame, x, "bound, logarithmic"));
}

Panel objective_panel(const run::Sweep& sweep, const Scale& x) {
    Range range;
    range.include(sweep.free_objective);
    for (const auto& point : sweep.points) {
        range.include(point.objective);
        if (const auto& held_out = point.held_out_objective) range.include(std::vector{held_out->low, held_out->high});
    }
    const Scale y = Scale::linear(range, frame.bottom, frame.top, 5);
    const auto text = [](const SweepPoint& point) {
        return cat("objective ", number(point.objective, 4), ", slope ", number(point.slope));
    };
    Panel panel = empty_panel("The trade-off", "The least training objective against the bound.");
    describe(panel, sweep, text);
    const double free = y(sweep.free_objective);
    panel.background = axes(panel, "objective", x, y) + costs_mark(sweep, x, true);
    panel.body = band(sweep, &SweepPoint::held_out_objective, x, y);
    panel.body += svg_line(frame.left, free, frame.right, free, "free");
    panel.body +=
        svg_text(frame.left + 5, free - 5, "outside",
                 cat("without ", sweep.constraint.empty() ? "them " : "it ", number(sweep.free_objective, 4)));
    panel.body += tangents(sweep, x, y);
    panel.body += curve(sweep, std::mem_fn(&SweepPoint::objective), x, y, text, "training");
    return panel;
}

Panel quality_panel(const run::Sweep& sweep, const Scale& x) {
    Range range;
    for (const auto& point : sweep.points) {
        range.include(point.train_accuracy);
        if (const auto& held_out = point.held_out_accuracy) range.include(std::vector{held_out->low, held_out->high});
    }
    const bool percent = sweep.task != tabular::Task::regression;
    Scale y = Scale::linear(range, frame.bottom, frame.top, 5);
    if (percent) y.label_ticks_as_percent();
    const auto text = [percent](const SweepPoint& point) {
        const auto& held_out = point.held_out_accuracy;
        const auto one = [percent](double v) { return percent ? percent_text(v) : number(v); };
        return cat(one(point.train_accuracy), " in training",
                   held_out ? cat(", ", one(held_out->estimate), " held out") : std::string());
    };
    Panel panel = empty_panel(percent ? "Accuracy" : "r squared", "Quality of the predictions against the bound.");
    describe(panel, sweep, text);
    panel.background =
        axes(panel, percent ? "correct predictions, %" : "of the predictions", x, y) + costs_mark(sweep, x, false);
    panel.body = band(sweep, &SweepPoint::held_out_accuracy, x, y);
    panel.body += curve(sweep, std::mem_fn(&SweepPoint::train_accuracy), x, y, text, quality_name(sweep.task));
    return panel;
}

Panel price_panel(const run::Sweep& sweep, const Scale& x) {
    Range all;
    for (const auto& point : sweep.points)
        if (point.slope != 0) all.include(std::abs(point.slope));
    Range range;
    if (!all.empty()) {
        const double least = all.high() * std::pow(10.0, -decades_of_prices);
        range.include(std::max(all.low(), least));
        range.include(all.high());
    }
    const Scale y = Scale::logarithmic(range, frame.bottom, frame.top);
    const auto text = [](const SweepPoint& point) { return cat("price ", number(std::abs(point.slope))); };
    Panel panel = empty_panel("The price", "The multiplier, the steepness of the trade-off curve, against the bound.");
    describe(panel, sweep, text);
    panel.background = axes(panel, "multiplier \u03bb, logarithmic", x, y) + costs_mark(sweep, x, false);
    panel.body = curve(
        sweep, [&y](const SweepPoint& point) { return std::max(std::abs(point.slope), y.low()); }, x, y, text,
        "multiplier");
    return panel;
}

void fill_legend(Figure& figure, const run::Sweep& sweep) {
    const auto any = [&](int slot) {
        return std::ranges::any_of(sweep.points, [slot](const auto& point) { return look_of(point).slot == slot; });
    };
    figure.legend.push_back({training_slot, "training, bound met", false, true});
    if (any(not_met_slot)) figure.legend.push_back({not_met_slot, "bound not met", false, true});
    if (any(infeasible_slot)) figure.legend.push_back({infeasible_slot, "cannot be met", false, true});
    const bool held_out = std::ranges::any_of(
        sweep.points, [](const auto& point) { return point.held_out_objective || point.held_out_accuracy; });
    if (held_out) figure.legend.push_back({held_out_slot, "held out, with interval", false, true});
}

}  // namespace

PointLook look_of(const run::SweepPoint& point) {
    if (point.status == Status::infeasible) return {infeasible_slot, "cannot be met", "\u2715"};
    if (!point.met) return {not_met_slot, "not met", "\u2715"};
    return {training_slot, "met", "\u2713"};
}

Figure trade_off_figure(const run::Sweep& sweep) {
    Figure figure{.title = "The trade-off curve", .large = true};
    figure.caption = cat(
        "One training per bound, from ", sweep.at_least ? "loose" : "tight", " at the left to ",
        sweep.at_least ? "tight" : "loose", " at the right",
        sweep.folds > 0 ? cat("; held-out values are means over ", count(sweep.folds), " folds, with 95 % intervals")
                        : std::string(),
        ".",
        sweep.costs_below
            ? cat(" The upright dashed line, at ", number(*sweep.costs_below), ", is where tightening begins to cost.")
            : std::string());
    figure.note =
        "The curve in the first panel is the least objective that training can reach under each bound; the dashed "
        "level "
        "is what it reaches without. The short strokes are the tangents that the multipliers promise: a tangent that "
        "lies along the curve says that the price is right. A stroke is straight in the bound and bends because the "
        "axis "
        "is logarithmic. The last panel is that price itself: what one unit of the bound is worth; marks at its "
        "lower edge cost nothing.";
    fill_legend(figure, sweep);
    if (std::ranges::none_of(sweep.points, has_place)) return figure;
    const Scale x = bounds_axis(sweep);
    figure.panels = {objective_panel(sweep, x), quality_panel(sweep, x), price_panel(sweep, x)};
    return figure;
}

}  // namespace alcole::report
