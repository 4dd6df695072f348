#include "report/charts.hpp"
#include "report/format.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::report {
namespace {

constexpr double left = 16;
constexpr double right = 276;
constexpr double name_height = 17;
constexpr double mark_height = 13;
constexpr double gap = 9;
constexpr double first_row = 24;
constexpr double max_height = 500;  // of the rows in one panel

std::size_t max_marks(const RowChart& chart) {
    std::size_t most = 1;
    for (const auto& row : chart.rows) most = std::max(most, row.marks.size());
    return most;
}

double row_height(const RowChart& chart) {
    return name_height + mark_height * static_cast<double>(max_marks(chart)) + gap;
}

Scale axis(const RowChart& chart) {
    Extent all;
    for (const auto& row : chart.rows)
        for (const auto& mark : row.marks) {
            all.include(std::vector{mark.value.estimate, mark.value.low, mark.value.high});
            all.include(mark.runs);
        }
    if (chart.shown) all = *chart.shown;
    Extent shown;
    const double limit = chart.axis_max.value_or(all.high());
    if (chart.from_zero) shown.include(0);
    if (!all.empty()) {
        shown.include(std::clamp(all.low(), -limit, limit));
        shown.include(std::min(all.high(), limit));
    }
    if (chart.bound) {  // some space on either side of the bound
        shown.include(1.25 * *chart.bound);
        if (*chart.bound == 0) shown.include(-0.12 * std::max(shown.high(), 0.1));
    }
    Scale scale = Scale::linear(shown, left, right, 5);
    if (chart.percent) scale.label_ticks_as_percent();
    return scale;
}

/// The position of a value; values beyond the axis are placed at its end.
double place(const Scale& x, double v) { return std::clamp(x(v), left, right); }

std::string arrow(bool to_right, double at, double y) {
    const double tip = to_right ? at + 5 : at - 5;
    const double back = to_right ? at - 3 : at + 3;
    return cat(R"(<polygon class="dot" points=")", coordinate(tip), ",", coordinate(y), " ", coordinate(back), ",",
               coordinate(y - 4.5), " ", coordinate(back), ",", coordinate(y + 4.5), R"("/>)");
}

std::string from_zero(const RowChart& chart, const Scale& x, double value, double y) {
    const double zero = place(x, 0);
    const double end = place(x, value);
    if (chart.style == RowChart::Style::stems) return svg_line(zero, y, end, y, "stem");
    return svg_rect(std::min(zero, end), y - 5, std::max(1.5, std::abs(end - zero)), 10, "bar-fill");
}

std::string draw_mark(const RowChart& chart, const ChartRow& row, const RowMark& mark, const Scale& x, double y) {
    std::string out =
        cat(R"(<g class="mark )", slot_class(mark.slot), R"(" )", tip_attributes(row.name, mark.name, mark.text), ">",
            svg_rect(0, y - mark_height / 2, 340, mark_height, "hit"));
    for (const double run : mark.runs)
        if (std::isfinite(run)) out += svg_line(place(x, run), y - 5.5, place(x, run), y + 5.5, "seed");
    if (drawable(mark.value)) {
        const auto& [estimate, low, high] = mark.value;
        if (chart.style != RowChart::Style::dots) out += from_zero(chart, x, estimate, y);
        if (low < high) out += svg_line(place(x, low), y, place(x, high), y, "whisker");
        if (estimate > x.high() || estimate < x.low())
            out += arrow(estimate > x.high(), place(x, estimate), y);
        else if (chart.style != RowChart::Style::bars)
            out += marker(mark.slot, x(estimate), y, 4);
    }
    return cat(out, svg_text(338, y + 4, "value end", mark.text), "</g>");
}

std::string draw_row(const RowChart& chart, const ChartRow& row, const Scale& x, double top) {
    const double height = mark_height * static_cast<double>(max_marks(chart));
    const double track = top + name_height;
    std::string out = svg_text(0, top + 12, "row", fitting(row.name, 338, 11));
    if (row.marks.empty()) return out + svg_text(left, track + 10, "outside", row.instead);
    if (chart.bound) {
        const double at = x(*chart.bound);
        out += row.kept_above ? svg_rect(at, track, right - at, height, "feasible")
                              : svg_rect(left, track, at - left, height, "feasible");
    }
    for (const auto& tick : x.ticks()) out += svg_line(x(tick.value), track, x(tick.value), track + height, "grid");
    if (chart.bound) out += svg_line(x(*chart.bound), track - 2, x(*chart.bound), track + height + 2, "bound");
    for (std::size_t i = 0; i < row.marks.size(); ++i)
        out += draw_mark(chart, row, row.marks[i], x, track + mark_height * (static_cast<double>(i) + 0.5));
    return out;
}

std::string description(const RowChart& chart, std::size_t first, std::size_t last) {
    std::string out = cat(chart.title, ", ", chart.unit, ".");
    for (std::size_t i = first; i < last; ++i) {
        const auto& row = chart.rows[i];
        out += cat(" ", row.name, ": ", row.marks.empty() ? row.instead : "");
        for (std::size_t k = 0; k < row.marks.size(); ++k)
            out += cat(k > 0 ? ", " : "", row.marks[k].name, " ", row.marks[k].text);
        out += ".";
    }
    return out;
}

}  // namespace

std::vector<Panel> row_panels(const RowChart& chart) {
    std::vector<Panel> panels;
    if (chart.rows.empty()) return panels;
    const Scale x = axis(chart);
    const double height = row_height(chart);
    const auto fitting = static_cast<std::size_t>(std::max(1.0, std::floor(max_height / height)));
    const std::size_t num_panels = (chart.rows.size() + fitting - 1) / fitting;
    const std::size_t per_panel = (chart.rows.size() + num_panels - 1) / num_panels;
    for (std::size_t first = 0; first < chart.rows.size(); first += per_panel) {
        const std::size_t last = std::min(first + per_panel, chart.rows.size());
        Panel panel{.title = first == 0 ? chart.title : cat(chart.title, ", continued"),
                    .description = description(chart, first, last)};
        panel.body = panel_heading(panel, chart.tag, "");
        double y = first_row;
        for (std::size_t i = first; i < last; ++i, y += height) panel.body += draw_row(chart, chart.rows[i], x, y);
        panel.body += x_axis({left, right, first_row, y}, x, chart.unit);
        panel.height = y + 36;
        panels.push_back(std::move(panel));
    }
    return panels;
}

void add_rows(Figure& figure, const RowChart& chart) {
    for (auto& panel : row_panels(chart)) figure.panels.push_back(std::move(panel));
}

}  // namespace alcole::report
