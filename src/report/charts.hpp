#pragma once

#include <alcole/interval.hpp>

#include "report/figure.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The three kinds of charts: rows of marks, curves of one number against another, lines over the dual steps. Each adds
/// its panels to a figure.
namespace alcole::report {

/// One mark of a row, with its interval and its single runs.
struct RowMark {
    int slot = 0;
    std::string name{};          ///< of the series: "training"
    Interval value{};            ///< its ends are drawn where they differ from the estimate
    std::string text{};          ///< the value in words, at the right of the row
    std::vector<double> runs{};  ///< single runs, as thin strokes
};

struct ChartRow {
    std::string name{};
    std::vector<RowMark> marks{};  ///< one below the other
    bool kept_above = false;       ///< the bound is a lower one
    std::string instead{};         ///< what is said when there is nothing to mark
};

/// Rows of marks beside a common axis: a constraint, a group or a method per row. Names stand above their row, so that
/// long ones fit on a phone; many rows become several panels with the same axis.
struct RowChart {
    enum class Style { dots, stems, bars };

    std::string title{};
    std::string tag{};  ///< at the right of the title
    std::string unit{};
    std::vector<ChartRow> rows{};
    Style style = Style::dots;
    std::optional<double> bound{};  ///< a line through every row; the side on which it is kept is shaded
    std::optional<double> most{};   ///< the axis ends here at the latest; what lies beyond becomes an arrow
    bool from_zero = true;          ///< the axis has a zero
    std::optional<Extent> shown{};  ///< what the axis shows, where several charts have the same
    bool percent = false;           ///< values are shares
};

std::vector<Panel> row_panels(const RowChart& chart);
void add_rows(Figure& figure, const RowChart& chart);

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
    bool in_table = true;
};

/// Curves of one number against another, on linear or logarithmic axes.
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
    std::string table{};             ///< the caption of the numbers; without one there is no table
};

Panel draw_xy(const XyPanel& panel);

/// The curves in numbers: a row per x, a column per curve.
Table xy_table(const XyPanel& panel);

/// Panels, tables, and a legend with one entry per name.
void add_curves(Figure& figure, const std::vector<XyPanel>& panels);

/// Which steps are drawn, counted from 0: a line of thousands of steps needs a part of them only.
struct DrawnSteps {
    std::size_t first = 0;
    std::size_t every = 1;
    /// So that about `most` of them are drawn, the last one among them.
    static DrawnSteps of(std::size_t steps, std::size_t most);
    std::size_t at(std::size_t index) const { return first + index * every; }
};

struct Line {
    int slot = 0;
    std::string name{};
    std::string long_name{};
    std::vector<double> values{};               ///< one per drawn step; what is not finite is left out
    std::vector<std::vector<double>> others{};  ///< the same of other runs, drawn faintly and on the page only
};

/// What happens over the dual steps, as lines: one panel per constraint, per method or per quantity.
struct LinePanel {
    std::string title{};
    std::string tag{};       ///< at the right of the title
    std::string quantity{};  ///< for the description: "Multiplier"
    std::string unit{};      ///< of the vertical axis
    std::vector<Line> lines{};
    std::vector<std::vector<double>> background{};  ///< lines without a name, in the background's slot
    DrawnSteps steps{};
    std::optional<std::size_t> change{};  ///< the first step with all data, after steps with mini-batches
    bool kept_below_zero = false;         ///< zero is a bound, and below it is kept
    bool from_zero = true;                ///< the axis has a zero
};

/// Panels, some of the steps as a table, and what the script of the page needs. `unit` is that of pointed-at values.
void add_lines(Figure& figure, const std::vector<LinePanel>& panels, bool same_axis, std::string_view unit,
               std::string caption);

/// One entry per line of the first panel; the others have the same.
std::vector<LegendEntry> line_legend(const std::vector<LinePanel>& panels);

}  // namespace alcole::report
