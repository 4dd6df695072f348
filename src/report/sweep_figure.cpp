// Figure 4: both dual methods at every size of the dual step.
#include "report/format.hpp"
#include "studies/pages/methods.hpp"
#include "studies/pages/study_figures.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace alcole::report {
namespace {

using studies::StepSweepPoint;

const Frame frame{};

struct Quantity {
    std::string_view title;
    std::string_view unit;
    studies::Interval StepSweepPoint::*value;
    bool percent;
    bool bounded;  ///< has a zero that must not be crossed
};

constexpr std::array<Quantity, 3> quantities = {{
    {"Restlessness", "sd of the most restless multiplier", &StepSweepPoint::lambda_sd, false, false},
    {"Violation of the last model", "largest slack, in units of its bound", &StepSweepPoint::worst_slack, false, true},
    {"Test accuracy", "correct predictions, %", &StepSweepPoint::accuracy, true, false},
}};

std::string text_of(const Quantity& quantity, const studies::Interval& value) {
    return quantity.percent ? cat(percent_estimate_text(value), " (", percent_range_text(value), ")")
                            : interval_text(value);
}

/// The methods of the sweep, each once, in the order they appear.
std::vector<std::string> methods_of(const studies::Study& study) {
    std::vector<std::string> methods;
    for (const auto& point : study.step_sweep)
        if (std::ranges::find(methods, point.method) == methods.end()) methods.push_back(point.method);
    return methods;
}

std::vector<StepSweepPoint> points_of(const studies::Study& study, const std::string& method) {
    std::vector<StepSweepPoint> points;
    std::ranges::copy_if(study.step_sweep, std::back_inserter(points),
                         [&](const auto& point) { return point.method == method; });
    std::ranges::sort(points, {}, &StepSweepPoint::dual_step);
    return points;
}

std::string point_marks(const StepSweepPoint& point, const Quantity& quantity, const MethodLook& look, double at,
                        const Scale& y) {
    const auto& value = point.*quantity.value;
    const std::string step = cat("dual step ", number(point.dual_step), point.best ? ", best" : "");
    std::string out = cat(R"(<g class="mark" )", tip_attributes(step, look.training, text_of(quantity, value)), ">",
                          svg_rect(at - 8, y(value.estimate) - 8, 16, 16, "hit"));
    out += svg_line(at, y(value.low), at, y(value.high), "whisker thin");
    out += marker(look.slot, at, y(value.estimate), 3.5);
    if (point.best)
        out += cat(R"(<circle class="ring" cx=")", coordinate(at), R"(" cy=")", coordinate(y(value.estimate)),
                   R"(" r="8"/>)");
    return out + "</g>";
}

Panel panel_of(const studies::Study& study, const Quantity& quantity) {
    Range steps;
    Range values;
    if (quantity.bounded || !quantity.percent) values.include(0);
    for (const auto& point : study.step_sweep) {
        steps.include(point.dual_step);
        const auto& value = point.*quantity.value;
        values.include(std::vector{value.low, value.estimate, value.high});
    }
    if (quantity.bounded) values.include(-0.15 * values.high());  // some of the side that is kept
    const Scale x = Scale::logarithmic(steps, frame.left, 334);
    const Frame wide{frame.left, 334, frame.top, frame.bottom};
    Scale y = Scale::linear(values, frame.bottom, frame.top, 4);
    if (quantity.percent) y.label_ticks_as_percent();
    Panel panel{.title = std::string(quantity.title),
                .description = cat(quantity.title, " against the dual step: ", quantity.unit, ".")};
    panel.body = panel_heading(panel, "", quantity.unit);
    if (quantity.bounded)
        panel.body += svg_rect(wide.left, y(0), wide.right - wide.left, wide.bottom - y(0), "feasible");
    panel.body += y_axis(wide, y) + x_axis(wide, x, "dual step \u03b7, logarithmic");
    if (quantity.bounded) panel.body += svg_line(wide.left, y(0), wide.right, y(0), "bound");
    for (const auto& method : methods_of(study)) {
        const auto look = look_of(study, method);
        const double shift = look.slot == 1 ? -1.5 : 1.5;  // so that intervals do not hide each other
        std::string path;
        std::string marks;
        for (const auto& point : points_of(study, method)) {
            const double at = x(point.dual_step) + shift;
            const auto& value = point.*quantity.value;
            if (!drawable(value)) continue;
            path += cat(path.empty() ? "M" : "L", coordinate(at), " ", coordinate(y(value.estimate)));
            marks += point_marks(point, quantity, look, at, y);
            panel.description += cat(" ", look.training, ", step ", number(point.dual_step), ": ",
                                     text_of(quantity, value), point.best ? ", its best step." : ".");
        }
        panel.body += cat(R"(<g class=")", slot_class(look.slot), R"("><path class="trace )", slot_class(look.slot),
                          R"(" d=")", path, R"("/>)", marks, "</g>");
    }
    return panel;
}

std::string table_of(const studies::Study& study) {
    std::string out =
        R"(<table class="numbers"><caption>Mean over seeds and its bootstrap interval.</caption><thead><tr>)"
        R"(<th scope="col">method</th><th scope="col">dual step</th>)";
    for (const auto& quantity : quantities)
        out += cat(R"(<th scope="col">)", quantity.title, "<small>", quantity.unit, "</small></th>");
    out += "</tr></thead><tbody>";
    for (const auto& method : methods_of(study))
        for (const auto& point : points_of(study, method)) {
            out += cat(R"(<tr><th scope="row">)", escape(look_of(study, method).name), "</th><td>",
                       number(point.dual_step), point.best ? " (best)" : "", "</td>");
            for (const auto& quantity : quantities)
                out += cat("<td>", text_of(quantity, point.*quantity.value), "</td>");
            out += "</tr>";
        }
    return out + "</tbody></table>";
}

}  // namespace

Figure sweep_figure(const studies::Study& study) {
    Figure figure{.number = 4, .title = "Would another dual step do?", .synthetic = study.data.synthetic};
    figure.caption =
        "Both dual methods at every size \u03b7 of the dual step, from slow to fast. Markers are means over seeds, "
        "upright "
        "lines their bootstrap intervals; a ring marks the best step of each method: the least restless "
        "of those whose last model keeps its constraints to 0.2 of the bound.";
    figure.note =
        "A method that is good at one step only must be tuned. In the first two panels lower is better, and the shaded "
        "side keeps every bound; in the third higher is better.";
    for (const auto& method : methods_of(study)) {
        const auto look = look_of(study, method);
        figure.legend.push_back({look.slot, look.training, true, true});
    }
    for (const auto& quantity : quantities) figure.panels.push_back(panel_of(study, quantity));
    figure.table = table_of(study);
    return figure;
}

}  // namespace alcole::report
