#include "report/xy_chart.hpp"

#include "report/format.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::report {
namespace {

constexpr double width = 420;
constexpr double height = 292;
const Frame frame{58, 410, 46, 252};

bool drawn(const XyPlace& place, const XyPanel& panel) {
    const double y = place.y.estimate;
    return std::isfinite(place.x) && std::isfinite(y) && (!panel.log_x || place.x > 0) && (!panel.log_y || y > 0);
}

Scale x_scale(const XyPanel& panel) {
    Range range;
    for (const auto& curve : panel.curves)
        for (const auto& place : curve.places)
            if (drawn(place, panel)) range.include(place.x);
    return panel.log_x ? Scale::logarithmic(range, frame.left, frame.right)
                       : Scale::linear(range, frame.left, frame.right, 5);
}

Scale y_scale(const XyPanel& panel) {
    Range range;
    for (const auto& curve : panel.curves)
        for (const auto& place : curve.places)
            if (drawn(place, panel))
                for (const double y : {place.y.estimate, place.y.low, place.y.high})
                    if (!panel.log_y || y > 0) range.include(y);
    if (panel.shown) range = *panel.shown;
    return panel.log_y ? Scale::logarithmic(range, frame.bottom, frame.top)
                       : Scale::linear(range, frame.bottom, frame.top, 5);
}

/// A place on the paper that no viewer stumbles over, also where a curve leaves the panel.
double within(double place) { return std::clamp(place, frame.top - 2000, frame.bottom + 2000); }

std::string path_of(const XyCurve& curve, const XyPanel& panel, const Scale& x, const Scale& y) {
    std::string data;
    bool drawing = false;
    for (const auto& place : curve.places) {
        const bool here = drawn(place, panel);
        if (here)
            data += cat(drawing ? "L" : "M", coordinate(x(place.x)), " ", coordinate(within(y(place.y.estimate))));
        drawing = here;
    }
    if (data.find('L') == std::string::npos) return "";
    return cat(R"(<path class="trace )", curve.dashed ? "dashed " : "", slot_class(curve.slot), R"(" d=")", data,
               R"("/>)");
}

std::string band_of(const XyCurve& curve, const XyPanel& panel, const Scale& x, const Scale& y) {
    std::string upper;
    std::string lower;
    for (const auto& place : curve.places) {
        if (!drawn(place, panel) || place.y.low == place.y.high || !drawable(place.y)) continue;
        const double low = panel.log_y ? std::max(place.y.low, y.low()) : place.y.low;
        const std::string at = coordinate(x(place.x));
        upper += cat(upper.empty() ? "M" : "L", at, " ", coordinate(within(y(place.y.high))));
        lower.insert(0, cat("L", at, " ", coordinate(within(y(low)))));
    }
    return upper.empty() ? "" : cat(R"(<path class="band" d=")", upper, lower, R"(Z"/>)");
}

std::string marks_of(const XyCurve& curve, const XyPanel& panel, const Scale& x, const Scale& y) {
    if (!curve.marks) return "";
    std::string out;
    for (const auto& place : curve.places) {
        const double at = drawn(place, panel) ? y(place.y.estimate) : frame.bottom + 1;
        if (at > frame.bottom || at < frame.top) continue;
        out +=
            cat(R"(<g class="mark )", slot_class(curve.slot), R"(" )",
                tip_attributes(cat(panel.x_label, " ", number(place.x)), curve.name,
                               place.y.low == place.y.high ? number(place.y.estimate) : interval_text(place.y)),
                ">", svg_rect(x(place.x) - 8, at - 8, 16, 16, "hit"), marker(curve.slot, x(place.x), at, 3.6), "</g>");
    }
    return out;
}

std::string description(const XyPanel& panel) {
    std::string out = panel.about;
    for (const auto& curve : panel.curves) {
        if (curve.places.empty()) continue;
        const auto& first = curve.places.front();
        const auto& last = curve.places.back();
        out += cat(" ", curve.name, ": ", number(first.y.estimate), " at ", number(first.x), ", ",
                   number(last.y.estimate), " at ", number(last.x), ".");
    }
    return out;
}

}  // namespace

Panel draw_xy(const XyPanel& panel) {
    const Scale x = x_scale(panel);
    const Scale y = y_scale(panel);
    Panel out{.title = panel.title, .description = description(panel), .width = width, .height = height};
    out.background = cat(panel_heading(out, "", panel.unit), y_axis(frame, y), x_axis(frame, x, panel.x_label));
    std::string lines;
    for (const auto& curve : panel.curves)
        lines += cat(R"(<g class=")", slot_class(curve.slot), R"(">)", band_of(curve, panel, x, y),
                     path_of(curve, panel, x, y), "</g>");
    out.body = clipped(frame, lines);
    for (const auto& curve : panel.curves) out.body += marks_of(curve, panel, x, y);
    return out;
}

std::string xy_table(const XyPanel& panel, std::string_view caption) {
    std::string head = cat(R"(<tr><th scope="col">)", escape(panel.x_label), "</th>");
    std::vector<const XyCurve*> columns;
    for (const auto& curve : panel.curves)
        if (curve.marks) columns.push_back(&curve);
    if (columns.empty()) return "";
    for (const auto* curve : columns) head += cat(R"(<th scope="col">)", escape(curve->name), "</th>");
    std::string rows;
    for (std::size_t i = 0; i < columns.front()->places.size(); ++i) {
        rows += cat(R"(<tr><th scope="row">)", number(columns.front()->places[i].x, 5), "</th>");
        for (const auto* curve : columns) {
            const bool there = i < curve->places.size();
            rows += cat("<td>", there ? number(curve->places[i].y.estimate) : "", "</td>");
        }
        rows += "</tr>\n";
    }
    return cat(R"(<table class="numbers"><caption>)", escape(caption), "</caption><thead>", head,
               "</tr></thead><tbody>", rows, "</tbody></table>");
}

std::vector<LegendEntry> xy_legend(std::span<const XyPanel> panels) {
    std::vector<LegendEntry> legend;
    for (const auto& panel : panels)
        for (const auto& curve : panel.curves)
            if (std::ranges::find(legend, curve.slot, &LegendEntry::slot) == legend.end())
                legend.push_back({curve.slot, curve.name, !curve.marks, true});
    return legend;
}

}  // namespace alcole::report
