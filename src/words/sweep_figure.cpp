#include "report/format.hpp"
#include "words/parts.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace alcole::words {
namespace {

using learning::Sweep;
using learning::SweepPoint;
using Line = XyCurve::Line;
using ValueOf = std::function<double(const SweepPoint&)>;

constexpr int not_met_slot = 2;
constexpr int infeasible_slot = 0;

bool has_place(const SweepPoint& point) { return point.bound > 0 && std::isfinite(point.bound); }

/// The points whose bounds are met as one curve, and marks for the others.
std::vector<XyCurve> training_curves(const Sweep& sweep, const ValueOf& value_of) {
    std::vector<XyCurve> curves = {
        {.slot = training_slot, .name = "training, bound met"},
        {.slot = not_met_slot, .name = "bound not met", .line = Line::none},
        {.slot = infeasible_slot, .name = "cannot be met", .line = Line::none},
    };
    for (const auto& point : sweep.points) {
        const double value = value_of(point);
        if (has_place(point))
            curves[point.met                            ? 0
                   : point.status == Status::infeasible ? 2
                                                        : 1]
                .places.push_back({point.bound, words::point(value)});
    }
    std::erase_if(curves, [](const XyCurve& curve) { return curve.places.empty(); });
    return curves;
}

XyCurve held_out_curve(const Sweep& sweep, std::optional<Interval> SweepPoint::*value) {
    XyCurve curve{.slot = held_out_slot, .name = "held out, with interval"};
    for (const auto& point : sweep.points)
        if (has_place(point) && point.*value) curve.places.push_back({point.bound, *(point.*value)});
    return curve;
}

/// A straight line on linear axes, p + slope (u' - u), which appears curved on a logarithmic axis.
XyCurve tangent(const SweepPoint& point, double reach) {
    constexpr int parts = 12;
    XyCurve curve{.slot = training_slot, .marks = false, .line = Line::tangent};
    for (int i = 0; i <= parts; ++i) {
        const double bound = point.bound * std::exp(reach * (2.0 * i / parts - 1));
        const double value = point.objective + point.slope * (bound - point.bound);
        curve.places.push_back({bound, words::point(value)});
    }
    return curve;
}

XyPanel panel_of(const Sweep& sweep, std::string title, std::string about, std::string unit, const ValueOf& value_of,
                 std::optional<Interval> SweepPoint::*held_out) {
    XyPanel panel{.title = std::move(title),
                  .about = std::move(about),
                  .unit = std::move(unit),
                  .x_label = "bound, logarithmic",
                  .log_x = true};
    if (sweep.costs_below) panel.upright = {*sweep.costs_below, sweep.at_least ? "costs \u25b8" : "\u25c2 costs"};
    if (held_out != nullptr)
        if (auto curve = held_out_curve(sweep, held_out); !curve.places.empty())
            panel.curves.push_back(std::move(curve));
    for (auto& curve : training_curves(sweep, value_of)) panel.curves.push_back(std::move(curve));
    return panel;
}

XyPanel objective_panel(const Sweep& sweep) {
    XyPanel panel = panel_of(sweep, "The trade-off", "The least training objective against the bound.", "objective",
                             &SweepPoint::objective, &SweepPoint::held_out_objective);
    panel.level = {sweep.free_objective,
                   cat("without ", sweep.constraint.empty() ? "them " : "it ", number(sweep.free_objective, 4))};
    Extent bounds;
    for (const auto& point : sweep.points)
        if (has_place(point)) bounds.include(point.bound);
    for (const auto& point : sweep.points)
        if (has_place(point) && point.met && std::isfinite(point.slope) && std::isfinite(point.objective))
            panel.curves.push_back(tangent(point, 0.075 * std::log(bounds.high() / bounds.low())));
    return panel;
}

/// Prices below a hundred-thousandth of the highest are shown as zero, at the lower edge.
XyPanel price_panel(const Sweep& sweep) {
    double highest = 0;
    for (const auto& point : sweep.points)
        if (std::isfinite(point.slope)) highest = std::max(highest, std::abs(point.slope));
    XyPanel panel = panel_of(
        sweep, "The price", "The multiplier, the steepness of the trade-off curve, against the bound.",
        "multiplier \u03bb, logarithmic",
        [highest](const SweepPoint& point) { return std::max(std::abs(point.slope), 1e-5 * highest); }, nullptr);
    panel.log_y = true;
    return panel;
}

}  // namespace

Figure trade_off_figure(const Sweep& sweep) {
    Figure figure{.title = "The trade-off curve", .large = true};
    figure.caption = say(
        "One training per bound, from ", sweep.at_least ? "loose" : "tight", " at the left to ",
        sweep.at_least ? "tight" : "loose", " at the right",
        sweep.folds > 0 ? say("; held-out values are means over ", Count{sweep.folds}, " folds, with 95 % intervals")
                        : Text(),
        ".",
        sweep.costs_below
            ? say(" The upright dashed line, at ", Number{*sweep.costs_below}, ", is where tightening begins to cost.")
            : Text());
    figure.note =
        R"(The curve in the first panel is the least objective that training can reach under each bound; the dashed
                     level is what it reaches without. The short strokes are the tangents that the multipliers promise: a
                     tangent that lies along the curve says that the price is right. A stroke is straight in the bound and
                     bends because the axis is logarithmic. The last panel is that price itself: what one unit of the bound
                     is worth; marks at its lower edge cost nothing.)";
    if (std::ranges::none_of(sweep.points, has_place)) return figure;
    const bool percent = is_share(sweep.task);
    XyPanel quality =
        panel_of(sweep, percent ? "Accuracy" : "r squared", "Quality of the predictions against the bound.",
                 percent ? "correct predictions, %" : "of the predictions", &SweepPoint::train_accuracy,
                 &SweepPoint::held_out_accuracy);
    quality.percent = percent;
    add_curves(figure, {objective_panel(sweep), quality, price_panel(sweep)});
    return figure;
}

}  // namespace alcole::words
