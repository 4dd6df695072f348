#pragma once

#include "base/interval.hpp"
#include "report/figure.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Curves of one number against another, on linear or logarithmic axes.
namespace alcole::report {

struct XyPlace {
    double x = 0;
    base::Interval y{};  ///< its ends are drawn where they differ from the estimate
};

struct XyCurve {
    int slot = 0;
    std::string name{};
    std::vector<XyPlace> places{};
    bool marks = true;    ///< a marker at every place, with its value when pointed at
    bool dashed = false;  ///< for what is computed rather than measured
};

struct XyPanel {
    std::string title{};
    std::string about{};  ///< a sentence for those who do not see it
    std::string unit{};   ///< of the vertical axis
    std::string x_label{};
    bool log_x = false;
    bool log_y = false;  ///< what is not positive is left out
    std::vector<XyCurve> curves{};
    std::optional<Range> shown{};  ///< of the vertical axis; what lies outside is cut off
};

Panel draw_xy(const XyPanel& panel);

/// The marked curves in numbers: a row per x, a column per curve. `caption` is text.
std::string xy_table(const XyPanel& panel, std::string_view caption);

/// One entry per curve of the panels, each once.
std::vector<LegendEntry> xy_legend(std::span<const XyPanel> panels);

}  // namespace alcole::report
