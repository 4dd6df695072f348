#pragma once

#include "report/scale.hpp"

#include <span>
#include <string>
#include <string_view>

/// The pieces that figures are made of: one panel is one small drawing with its own axes. Colours and widths are in
/// classes, so that the page can change them in the dark and on paper.
namespace alcole::report {

/// A drawing of its own size; on the page it is an SVG element that keeps its text readable on a phone.
struct Panel {
    std::string title{};
    std::string description{};  ///< for those who do not see it
    std::string attributes{};   ///< for the script of the page
    std::string body{};
    std::string page_only{};   ///< drawn below the body, and left out of figures that stand alone
    std::string background{};  ///< drawn below both
    double width = 340;
    double height = 220;
};

/// Where the axes stand inside a panel.
struct Frame {
    double left = 40;
    double right = 292;
    double top = 46;
    double bottom = 186;
};

/// As much of a text as fits into a width, with an ellipsis where something was left out. Fonts differ, so it is
/// cautious.
std::string fitting(std::string_view text, double width, double font_size);

std::string svg_text(double x, double y, std::string_view classes, std::string_view text);
std::string svg_line(double x1, double y1, double x2, double y2, std::string_view classes);
std::string svg_rect(double x, double y, double width, double height, std::string_view classes);

/// The heading of a panel: its name, a tag at the right, and the unit of its vertical axis below.
std::string panel_heading(const Panel& panel, std::string_view tag, std::string_view unit);

std::string x_axis(const Frame& frame, const Scale& scale, std::string_view label);
/// A polyline through the values, one per step; it breaks where a value is not finite. Written relative to the point
/// before, rounded to 1 / per_unit, which keeps long traces short. The first value lies at x = `first`, the next ones
/// `every` further.
std::string path_data(std::span<const double> values, const Scale& x, const Scale& y, double per_unit, double first,
                      double every = 1);

/// Both axes of a panel: from values to places, and what stands behind the marks.
struct Axes {
    Frame frame{};
    Scale x{};
    Scale y{};

    /// The heading, the shade where a bound at zero is kept, the grid, the bound and the horizontal axis.
    std::string behind(const Panel& panel, std::string_view tag, std::string_view unit, std::string_view x_label,
                       bool kept_below_zero) const;
    std::string level(double value, std::string_view classes) const;
    /// A dashed upright line, and words on the side of it where there is room.
    std::string upright(double value) const;
    std::string beside_upright(double value, std::string_view at_its_left, std::string_view at_its_right) const;
    /// Only what is inside the frame is seen of the content.
    std::string clipped(std::string_view content) const;
};

/// The marker of a slot: shapes differ, so that colour is never alone.
std::string marker(int slot, double x, double y, double radius);

/// What the page shows when a mark is pointed at.
std::string tip_attributes(std::string_view title, std::string_view name, std::string_view value);

/// The class that gives a slot its colour and lets the legend hide it: "s3".
std::string slot_class(int slot);

}  // namespace alcole::report
