#pragma once

#include <algorithm>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

/// A small line chart as SVG, for the examples.
namespace picture {

struct Line {
    std::string name;
    std::string colour;
    std::vector<double> values;  // over 0, 1, 2, ...
};

struct Panel {
    std::string title;
    std::string below;  // what the horizontal axis counts
    double low = 0;
    double high = 1;
    double mark = 0;  // a dashed line at the answer
    std::string mark_name;
    std::vector<Line> lines;
};

inline std::string number(double v) {
    std::ostringstream text;
    text << std::setprecision(4) << v;
    return text.str();
}

inline std::string draw(const Panel& panel, double left, double top, double width, double height) {
    std::size_t count = 2;
    for (const auto& line : panel.lines) count = std::max(count, line.values.size());
    const auto x = [&](std::size_t k) {
        return left + width * static_cast<double>(k) / static_cast<double>(count - 1);
    };
    const auto y = [&](double v) { return top + height * (panel.high - v) / (panel.high - panel.low); };
    const auto text = [](double tx, double ty, const std::string& anchor, const std::string& words) {
        return "<text x='" + number(tx) + "' y='" + number(ty) + "' text-anchor='" + anchor + "'>" + words +
               "</text>\n";
    };
    const auto rule = [](double x1, double y1, double x2, double y2, const std::string& style) {
        return "<line x1='" + number(x1) + "' y1='" + number(y1) + "' x2='" + number(x2) + "' y2='" + number(y2) +
               "' " + style + "/>\n";
    };
    std::string svg =
        "<g>" + text(left + width / 2, top - 12, "middle", "<tspan font-weight='bold'>" + panel.title + "</tspan>");
    for (int tick = 0; tick <= 4; ++tick) {
        const double v = panel.low + (panel.high - panel.low) * tick / 4;
        svg += rule(left, y(v), left + width, y(v), "stroke='#ddd'") + text(left - 6, y(v) + 4, "end", number(v));
    }
    for (std::size_t k = 0; k < count; k += std::max<std::size_t>(1, (count - 1) / 5))
        svg += text(x(k), top + height + 18, "middle", std::to_string(k));
    svg += text(left + width / 2, top + height + 36, "middle", panel.below);
    svg += rule(left, y(panel.mark), left + width, y(panel.mark), "stroke='#555' stroke-dasharray='5 4'");
    for (const auto& line : panel.lines) {
        svg += "<polyline fill='none' stroke-width='2' stroke='" + line.colour + "' points='";
        for (std::size_t k = 0; k < line.values.size(); ++k)
            svg += number(x(k)) + "," + number(y(std::clamp(line.values[k], panel.low, panel.high))) + " ";
        svg += "'><title>" + line.name + "</title></polyline>\n";
    }
    return svg + "<g stroke='white' stroke-width='4' paint-order='stroke'>" +
           text(left + width - 4, y(panel.mark) - 7, "end", panel.mark_name) + "</g></g>\n";
}

/// Two panels side by side with one legend.
inline std::string beside(const Panel& first, const Panel& second, const std::string& alternative) {
    constexpr double panel_width = 330;
    constexpr double panel_height = 220;
    std::string svg =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 840 340' font-family='sans-serif' font-size='13' "
        "role='img'>\n<title>" +
        alternative + "</title>\n<rect width='840' height='340' fill='white'/>\n";
    svg += draw(first, 60, 40, panel_width, panel_height) + draw(second, 480, 40, panel_width, panel_height);
    double at = 230;
    for (const auto& line : first.lines) {
        svg += "<rect x='" + number(at) + "' y='316' width='18' height='4' fill='" + line.colour + "'/><text x='" +
               number(at + 24) + "' y='322'>" + line.name + "</text>\n";
        at += 200;
    }
    return svg + "</svg>\n";
}

}  // namespace picture
