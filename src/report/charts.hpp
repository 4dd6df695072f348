#pragma once

#include <alcole/interval.hpp>

#include "report/figure.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The three kinds of charts: rows of marks, curves of one number against another, and lines over the dual steps. Each
/// adds its panels to a figure.
namespace alcole::report {

/// One mark in a row, with its interval and its individual runs.
struct RowMark {
    int slot = 0;
    std::string name{};          ///< of the series: "training"
    Interval value{};            ///< the ends are drawn if they differ from the estimate
    std::string text{};          ///< the value as text, to the right of the row
    std::vector<double> runs{};  ///< individual runs, as thin strokes
};

struct ChartRow {
    std::string name{};
    std::vector<RowMark> marks{};  ///< one below the other
    bool kept_above = false;       ///< the bound is a lower bound
    std::string instead{};         ///< text if there is nothing to mark
};

/// Rows of marks along a common axis: one constraint, group or method per row. Names are above their rows, so that long
/// ones fit on a phone; many rows become several panels with the same axis.
struct RowChart {
    enum class Style { dots, stems, bars };

    std::string title{};
    std::string tag{};  ///< to the right of the title
    std::string unit{};
    std::vector<ChartRow> rows{};
    Style style = Style::dots;
    std::optional<double> bound{};     ///< a line through every row; the side on which it is met is shaded
    std::optional<double> axis_max{};  ///< the axis ends here at the latest; values beyond it become arrows
    bool from_zero = true;             ///< the axis includes zero
    std::optional<Extent> shown{};     ///< the range of the axis, if several charts share it
    bool percent = false;              ///< values are shares
};

std::vector<Panel> row_panels(const RowChart& chart);
void add_rows(Figure& figure, const RowChart& chart);

struct XyPlace {
    double x = 0;
    Interval y{};       ///< the ends are drawn as a band if they differ from the estimate
    bool ring = false;  ///< draw a ring around the mark
};

struct XyCurve {
    enum class Line { solid, dashed, tangent, none };  ///< dashed: computed rather than measured
    int slot = 0;
    std::string name{};
    std::vector<XyPlace> places{};
    bool marks = true;  ///< a marker at every point, which shows its value when pointed at
    Line line = Line::solid;
    bool in_table = true;
};

/// Curves of one number against another, on linear or logarithmic axes.
struct XyPanel {
    std::string title{};
    std::string about{};  ///< a sentence for screen readers
    std::string unit{};   ///< of the vertical axis
    std::string x_label{};
    bool log_x = false;
    bool log_y = false;            ///< values that are not positive are left out
    bool percent = false;          ///< values are shares
    bool kept_below_zero = false;  ///< zero is a bound that is met below it
    std::vector<XyCurve> curves{};
    std::optional<Extent> shown{};  ///< the range of the vertical axis; values outside are cut off
    struct Level {
        double at = 0;
        std::string text{};
    };
    std::optional<Level> level{};    ///< a dashed horizontal line with a label
    std::optional<Level> upright{};  ///< a dashed vertical line with a label
    std::string table{};             ///< caption of the table of numbers; empty: no table
};

Panel draw_xy(const XyPanel& panel);

/// The curves as numbers: one row per x, one column per curve.
Table xy_table(const XyPanel& panel);

/// Panels, tables, and a legend with one entry per name.
void add_curves(Figure& figure, const std::vector<XyPanel>& panels);

/// Which steps are drawn, counted from 0: a line over thousands of steps needs only some of them.
struct DrawnSteps {
    std::size_t first = 0;
    std::size_t every = 1;
    /// Draws about `max_drawn` of them, including the last one.
    static DrawnSteps of(std::size_t steps, std::size_t max_drawn);
    std::size_t at(std::size_t index) const { return first + index * every; }
};

struct Line {
    int slot = 0;
    std::string name{};
    std::string long_name{};
    std::vector<double> values{};               ///< one per drawn step; values that are not finite are left out
    std::vector<std::vector<double>> others{};  ///< the same for other runs, drawn faintly, on the page only
};

/// Lines over the dual steps: one panel per constraint, method or quantity.
struct LinePanel {
    std::string title{};
    std::string tag{};       ///< to the right of the title
    std::string quantity{};  ///< for the description: "Multiplier"
    std::string unit{};      ///< of the vertical axis
    std::vector<Line> lines{};
    std::vector<std::vector<double>> background{};  ///< unnamed lines, in the background's slot
    DrawnSteps steps{};
    std::optional<std::size_t> change{};  ///< the first step on all data, after mini-batches
    bool kept_below_zero = false;         ///< zero is a bound that is met below it
    bool from_zero = true;                ///< the axis includes zero
};

/// Adds the panels, a table of some of the steps, and what the page's script needs. `unit` is that of the values shown
/// when pointed at.
void add_lines(Figure& figure, const std::vector<LinePanel>& panels, bool same_axis, std::string_view unit,
               std::string caption);

/// One entry per line of the first panel; the other panels have the same lines.
std::vector<LegendEntry> line_legend(const std::vector<LinePanel>& panels);

}  // namespace alcole::report
