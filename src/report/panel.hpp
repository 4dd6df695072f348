#pragma once

#include "report/scale.hpp"

#include <span>
#include <string>
#include <string_view>

/// The parts that figures are made of: a panel is one small drawing with its own axes. Colours and widths are CSS
/// classes, so that the page can change them in dark mode and in print.
namespace alcole::report {

/// A drawing of fixed size; on the page it is an SVG element whose text stays readable on a phone.
struct Panel {
    std::string title{};
    std::string description{};  ///< for screen readers
    std::string attributes{};   ///< for the page's script
    std::string body{};
    std::string page_only{};   ///< drawn below the body, and left out of standalone figures
    std::string background{};  ///< drawn below both
    double width = 340;
    double height = 220;
};

/// The position of the axes inside a panel.
struct Frame {
    double left = 40;
    double right = 292;
    double top = 46;
    double bottom = 186;
};

/// As much of a text as fits into a width, with an ellipsis if something was left out. Fonts differ, so the estimate is
/// cautious.
std::string fitting(std::string_view text, double width, double font_size);

std::string svg_text(double x, double y, std::string_view classes, std::string_view text);
std::string svg_line(double x1, double y1, double x2, double y2, std::string_view classes);
std::string svg_rect(double x, double y, double width, double height, std::string_view classes);

/// The heading of a panel: its name, a tag to the right, and the unit of its vertical axis below.
std::string panel_heading(const Panel& panel, std::string_view tag, std::string_view unit);

std::string x_axis(const Frame& frame, const Scale& scale, std::string_view label);
/// A polyline through the values, one per step; it breaks where a value is not finite. Coordinates are relative to the
/// previous point and rounded to 1 / per_unit, which keeps long traces short. The first value is at x = `first`, each
/// further one `every` to the right.
std::string path_data(std::span<const double> values, const Scale& x, const Scale& y, double per_unit, double first,
                      double every = 1);

/// Both axes of a panel: they map values to positions, and draw what is behind the marks.
struct Axes {
    Frame frame{};
    Scale x{};
    Scale y{};

    /// The heading, the shading where a bound at zero is met, the grid, the bound and the horizontal axis.
    std::string behind(const Panel& panel, std::string_view tag, std::string_view unit, std::string_view x_label,
                       bool kept_below_zero) const;
    std::string level(double value, std::string_view classes) const;
    /// A dashed vertical line, and words on the side where there is room.
    std::string upright(double value) const;
    std::string beside_upright(double value, std::string_view at_its_left, std::string_view at_its_right) const;
    /// Clips the content to the frame.
    std::string clipped(std::string_view content) const;
};

/// The marker of a slot: shapes differ, so that colour is never the only distinction.
std::string marker(int slot, double x, double y, double radius);

/// What the page shows when a mark is pointed at.
std::string tip_attributes(std::string_view title, std::string_view name, std::string_view value);

/// The class that gives a slot its colour and by which the legend hides it: "s3".
std::string slot_class(int slot);

}  // namespace alcole::report
