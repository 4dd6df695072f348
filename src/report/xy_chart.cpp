#include "report/charts.hpp"
#include "report/format.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::report {
namespace {

constexpr double width = 420;
constexpr double height = 292;
const Frame area{58, 410, 46, 252};

bool drawn(const XyPlace& place, const XyPanel& panel) {
    const double y = place.y.estimate;
    return std::isfinite(place.x) && std::isfinite(y) && (!panel.log_x || place.x > 0) && (!panel.log_y || y > 0);
}

Scale x_scale(const XyPanel& panel) {
    Extent range;
    for (const auto& curve : panel.curves)
        for (const auto& place : curve.places)
            if (drawn(place, panel)) range.include(place.x);
    return panel.log_x ? Scale::logarithmic(range, area.left, area.right)
                       : Scale::linear(range, area.left, area.right, 5);
}

Scale y_scale(const XyPanel& panel) {
    Extent range;
    for (const auto& curve : panel.curves)
        for (const auto& place : curve.places)
            if (drawn(place, panel))
                for (const double y : {place.y.estimate, place.y.low, place.y.high})
                    if (!panel.log_y || y > 0) range.include(y);
    if (panel.level) range.include(panel.level->at);
    if (panel.kept_below_zero)
        range.include(std::vector{0.0, -0.15 * range.high()});  // some space on the side where the bound is met
    if (panel.shown) range = *panel.shown;
    if (panel.log_y) return Scale::logarithmic(range, area.bottom, area.top);
    Scale scale = Scale::linear(range, area.bottom, area.top, 5);
    if (panel.percent) scale.label_ticks_as_percent();
    return scale;
}

/// A coordinate that every viewer can handle, even if a curve leaves the panel.
double within(double place) { return std::clamp(place, area.top - 2000, area.bottom + 2000); }

std::string path_of(const XyCurve& curve, const XyPanel& panel, const Axes& axes) {
    std::string data;
    bool drawing = false;
    for (const auto& place : curve.places) {
        const bool here = drawn(place, panel);
        if (here)
            data += cat(drawing ? "L" : "M", coordinate(axes.x(place.x)), " ",
                        coordinate(within(axes.y(place.y.estimate))));
        drawing = here;
    }
    if (curve.line == XyCurve::Line::none || data.find('L') == std::string::npos) return "";
    if (curve.line == XyCurve::Line::tangent)
        return cat(R"(<g class="s6"><path class="tangent" d=")", data, R"("/></g>)");
    return cat(R"(<path class="trace )", curve.line == XyCurve::Line::dashed ? "dashed " : "", slot_class(curve.slot),
               R"(" d=")", data, R"("/>)");
}

std::string band_of(const XyCurve& curve, const XyPanel& panel, const Axes& axes) {
    std::string upper;
    std::string lower;
    for (const auto& place : curve.places) {
        if (!drawn(place, panel) || place.y.low == place.y.high || !drawable(place.y)) continue;
        const double low = panel.log_y ? std::max(place.y.low, axes.y.low()) : place.y.low;
        const std::string at = coordinate(axes.x(place.x));
        upper += cat(upper.empty() ? "M" : "L", at, " ", coordinate(within(axes.y(place.y.high))));
        lower.insert(0, cat("L", at, " ", coordinate(within(axes.y(low)))));
    }
    return upper.empty() ? "" : cat(R"(<path class="band" d=")", upper, lower, R"(Z"/>)");
}

std::string value_text(const XyPanel& panel, const Interval& y) {
    if (y.low != y.high && panel.percent) return cat(percent_text(y.estimate), " (", percent_range_text(y), ")");
    if (y.low != y.high) return interval_text(y);
    return panel.percent ? percent_text(y.estimate) : number(y.estimate);
}

std::string marks_of(const XyCurve& curve, const XyPanel& panel, const Axes& axes) {
    std::string out;
    for (const auto& place : curve.places) {
        if (!curve.marks || !drawn(place, panel)) continue;
        const double x = axes.x(place.x);
        const double y = axes.y(place.y.estimate);
        if (y > area.bottom || y < area.top) continue;
        out += cat(R"(<g class="mark )", slot_class(curve.slot), R"(" )",
                   tip_attributes(cat(panel.x_label, " ", number(place.x)), curve.name, value_text(panel, place.y)),
                   ">", svg_rect(x - 8, y - 8, 16, 16, "hit"), marker(curve.slot, x, y, 3.6));
        if (place.ring)
            out += cat(R"(<circle class="ring" cx=")", coordinate(x), R"(" cy=")", coordinate(y), R"(" r="8"/>)");
        out += "</g>";
    }
    return out;
}

/// The horizontal and the vertical line with their labels.
std::string named_lines(const XyPanel& panel, const Axes& axes) {
    std::string out;
    if (panel.level)
        out += cat(axes.level(panel.level->at, "free"),
                   svg_text(area.left + 5, axes.y(panel.level->at) - 5, "outside", panel.level->text));
    if (panel.upright && panel.upright->at >= axes.x.low() && panel.upright->at <= axes.x.high())
        out += cat(axes.upright(panel.upright->at),
                   axes.beside_upright(panel.upright->at, panel.upright->text, panel.upright->text));
    return out;
}

std::string description(const XyPanel& panel) {
    std::string out = panel.about;
    for (const auto& curve : panel.curves) {
        if (curve.places.empty() || curve.name.empty()) continue;
        const auto& first = curve.places.front();
        const auto& last = curve.places.back();
        out += cat(" ", curve.name, ": ", value_text(panel, first.y), " at ", number(first.x), ", ",
                   value_text(panel, last.y), " at ", number(last.x), ".");
    }
    return out;
}

}  // namespace

Panel draw_xy(const XyPanel& panel) {
    const Axes axes{area, x_scale(panel), y_scale(panel)};
    Panel out{.title = panel.title, .description = description(panel), .width = width, .height = height};
    out.background =
        cat(axes.behind(out, "", panel.unit, panel.x_label, panel.kept_below_zero), named_lines(panel, axes));
    std::string lines;
    for (const auto& curve : panel.curves)
        lines += cat(R"(<g class=")", slot_class(curve.slot), R"(">)", band_of(curve, panel, axes),
                     path_of(curve, panel, axes), "</g>");
    out.body = axes.clipped(lines);
    for (const auto& curve : panel.curves) out.body += marks_of(curve, panel, axes);
    return out;
}

Table xy_table(const XyPanel& panel) {
    Table table{.columns = {{panel.x_label}}, .caption = panel.table};
    std::vector<const XyCurve*> curves;
    for (const auto& curve : panel.curves)
        if (curve.in_table) curves.push_back(&curve);
    for (const auto* curve : curves) table.columns.push_back({curve->name});
    for (std::size_t i = 0; !curves.empty() && i < curves.front()->places.size(); ++i) {
        Row row{{Number{curves.front()->places[i].x, 5}}};
        for (const auto* curve : curves)
            row.cells.emplace_back(i < curve->places.size() ? Text(value_text(panel, curve->places[i].y)) : Text());
        table.rows.push_back(std::move(row));
    }
    return table;
}

void add_curves(Figure& figure, const std::vector<XyPanel>& panels) {
    for (const auto& panel : panels) {
        figure.panels.push_back(draw_xy(panel));
        if (!panel.table.empty()) figure.tables.push_back(xy_table(panel));
        for (const auto& curve : panel.curves)
            if (std::ranges::find(figure.legend, curve.slot, &LegendEntry::slot) == figure.legend.end() &&
                !curve.name.empty())
                figure.legend.push_back({curve.slot, curve.name, !curve.marks, true});
    }
}

}  // namespace alcole::report
