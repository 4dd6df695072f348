#include "report/panel.hpp"

#include "report/format.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace alcole::report {
namespace {

/// "12", "-3.4": v / per_unit, where per_unit is 1 or 10.
std::string step_text(long v, double per_unit) {
    if (per_unit == 1) return std::to_string(v);
    std::string text = coordinate(static_cast<double>(v) / per_unit);
    if (text.starts_with("0.")) text.erase(0, 1);
    if (text.starts_with("-0.")) text.erase(1, 1);
    return text;
}

/// The approximate width of a character, in units of the font size.
double character_width(char c) {
    if (std::string_view("mwMW@%").find(c) != std::string_view::npos) return 0.9;
    if (std::string_view("iljtfr.,:;'|!()[] -").find(c) != std::string_view::npos) return 0.4;
    return c >= 'a' && c <= 'z' ? 0.6 : 0.7;
}

}  // namespace

std::string fitting(std::string_view text, double width, double font_size) {
    double used = 0;
    std::size_t characters = 0;
    for (const char c : text) {
        if ((static_cast<unsigned char>(c) & 0xc0U) == 0x80)
            continue;  // continuation byte of a character already counted
        used += character_width(c) * font_size;
        if (used > width) return shortened(text, std::max<std::size_t>(characters, 1));
        ++characters;
    }
    return std::string(text);
}

std::string svg_text(double x, double y, std::string_view classes, std::string_view text) {
    return cat(R"(<text x=")", coordinate(x), R"(" y=")", coordinate(y), R"(" class=")", classes, R"(">)", escape(text),
               "</text>");
}

std::string svg_line(double x1, double y1, double x2, double y2, std::string_view classes) {
    return cat(R"(<path class=")", classes, R"(" d="M)", coordinate(x1), " ", coordinate(y1), "L", coordinate(x2), " ",
               coordinate(y2), R"("/>)");
}

std::string svg_rect(double x, double y, double width, double height, std::string_view classes) {
    return cat(R"(<rect x=")", coordinate(x), R"(" y=")", coordinate(y), R"(" width=")", coordinate(width),
               R"(" height=")", coordinate(height), R"(" class=")", classes, R"("/>)");
}

std::string panel_heading(const Panel& panel, std::string_view tag, std::string_view unit) {
    std::string out = svg_text(0, 13, "heading", shortened(panel.title, 38));
    if (!tag.empty()) out += svg_text(panel.width - 4, 13, "tag end", tag);
    if (!unit.empty()) out += svg_text(0, 29, "unit", unit);
    return out;
}

std::string x_axis(const Frame& frame, const Scale& scale, std::string_view label) {
    std::string out = svg_line(frame.left, frame.bottom, frame.right, frame.bottom, "axis");
    for (const auto& tick : scale.ticks()) {
        const double x = scale(tick.value);
        out += svg_line(x, frame.bottom, x, frame.bottom + 4, "axis");
        out += svg_text(x, frame.bottom + 15, "tick middle", tick.text);
    }
    return out + svg_text((frame.left + frame.right) / 2, frame.bottom + 30, "unit middle", label);
}

std::string path_data(std::span<const double> values, const Scale& x, const Scale& y, double per_unit, double first,
                      double every) {
    std::string out;
    long last_x = 0;
    long last_y = 0;
    bool drawing = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values[i])) {
            drawing = false;
            continue;
        }
        const long at_x = std::lround(x(first + every * static_cast<double>(i)) * per_unit);
        const long at_y = std::lround(y(values[i]) * per_unit);
        const std::string dx = step_text(drawing ? at_x - last_x : at_x, per_unit);
        const std::string dy = step_text(drawing ? at_y - last_y : at_y, per_unit);
        if (!drawing) {
            out += cat("M", dx, " ", dy, "l");
        } else {
            if (out.back() != 'l' && !dx.starts_with('-')) out += ' ';
            out += cat(dx, dy.starts_with('-') ? "" : " ", dy);
        }
        drawing = true;
        last_x = at_x;
        last_y = at_y;
    }
    if (out.ends_with('l')) out += "0 0";
    return out;
}

std::string Axes::behind(const Panel& panel, std::string_view tag, std::string_view unit, std::string_view x_label,
                         bool kept_below_zero) const {
    std::string out = panel_heading(panel, tag, unit);
    if (kept_below_zero) out += svg_rect(frame.left, y(0), frame.right - frame.left, frame.bottom - y(0), "feasible");
    for (const auto& tick : y.ticks()) {
        out += level(tick.value, "grid");
        out += svg_text(frame.left - 6, y(tick.value) + 3.5, "tick end", tick.text);
    }
    if (kept_below_zero) out += level(0, "bound");
    return out + x_axis(frame, x, x_label);
}

std::string Axes::level(double value, std::string_view classes) const {
    return svg_line(frame.left, y(value), frame.right, y(value), classes);
}

std::string Axes::upright(double value) const {
    return svg_line(x(value), frame.top, x(value), frame.bottom, "change");
}

std::string Axes::beside_upright(double value, std::string_view at_its_left, std::string_view at_its_right) const {
    const bool far_right = x(value) > (frame.left + frame.right) / 2;
    return svg_text(far_right ? x(value) - 5 : x(value) + 5, frame.top + 11, far_right ? "outside end" : "outside",
                    far_right ? at_its_left : at_its_right);
}

std::string Axes::clipped(std::string_view content) const {
    const std::string left = coordinate(frame.left);
    const std::string top = coordinate(frame.top);
    const std::string width = coordinate(frame.right - frame.left);
    const std::string height = coordinate(frame.bottom - frame.top);
    return cat(R"(<svg x=")", left, R"(" y=")", top, R"(" width=")", width, R"(" height=")", height, R"(" viewBox=")",
               left, " ", top, " ", width, " ", height, R"(" overflow="hidden">)", content, "</svg>");
}

std::string marker(int slot, double x, double y, double radius) {
    using Corners = std::vector<std::pair<double, double>>;  // in units of the radius
    static const Corners diamond = {{0, -1.2}, {1.2, 0}, {0, 1.2}, {-1.2, 0}};
    static const std::map<int, Corners> polygons = {{1, {{0, -1.15}, {1.1, 0.85}, {-1.1, 0.85}}},
                                                    {2, diamond},
                                                    {4, {{0, 1.15}, {1.1, -0.85}, {-1.1, -0.85}}},
                                                    {5, diamond}};
    if (slot == 0) return svg_rect(x - 0.85 * radius, y - 0.85 * radius, 1.7 * radius, 1.7 * radius, "dot");
    const std::string_view classes = slot == 2 || slot > 5 ? "dot open" : "dot";
    const auto found = polygons.find(slot);
    if (found == polygons.end())
        return cat(R"(<circle class=")", classes, R"(" cx=")", coordinate(x), R"(" cy=")", coordinate(y), R"(" r=")",
                   coordinate(radius), R"("/>)");
    std::string points;
    for (const auto& [dx, dy] : found->second)
        points += cat(points.empty() ? "" : " ", coordinate(x + dx * radius), ",", coordinate(y + dy * radius));
    return cat(R"(<polygon class=")", classes, R"(" points=")", points, R"("/>)");
}

std::string tip_attributes(std::string_view title, std::string_view name, std::string_view value) {
    return cat(R"(data-title=")", escape(title), R"(" data-name=")", escape(name), R"(" data-value=")", escape(value),
               R"(")");
}

std::string slot_class(int slot) { return cat("s", std::to_string(slot)); }

}  // namespace alcole::report
