#pragma once

#include <alcole/interval.hpp>

#include "report/figure.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

/// Curves of one number against another, on linear or logarithmic axes.
namespace alcole::report {

struct XyPlace {
    double x = 0;
    Interval y{};       ///< its ends are drawn, as a band, where they differ from the estimate
    bool ring = false;  ///< around its mark
};

struct XyCurve {
    enum class Line { solid, dashed, tangent, none };  ///< dashed: computed rather than measured
    int slot = 0;
    std::string name{};
    std::vector<XyPlace> places{};
    bool marks = true;  ///< a marker at every place, with its value when pointed at
    Line line = Line::solid;
};

struct XyPanel {
    std::string title{};
    std::string about{};  ///< a sentence for those who do not see it
    std::string unit{};   ///< of the vertical axis
    std::string x_label{};
    bool log_x = false;
    bool log_y = false;            ///< what is not positive is left out
    bool percent = false;          ///< values are shares
    bool kept_below_zero = false;  ///< zero is a bound, and below it is kept
    std::vector<XyCurve> curves{};
    std::optional<Extent> shown{};  ///< of the vertical axis; what lies outside is cut off
    struct Level {
        double at = 0;
        std::string text{};
    };
    std::optional<Level> level{};    ///< a dashed level, named
    std::optional<Level> upright{};  ///< a dashed upright line, named
};

Panel draw_xy(const XyPanel& panel);

/// The marked curves in numbers: a row per x, a column per curve.
Table xy_table(const XyPanel& panel, std::string caption);

/// One entry per curve of the panels, each once.
std::vector<LegendEntry> xy_legend(std::span<const XyPanel> panels);

}  // namespace alcole::report
