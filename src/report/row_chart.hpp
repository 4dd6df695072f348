#pragma once

#include <alcole/interval.hpp>

#include "report/panel.hpp"

#include <optional>
#include <string>
#include <vector>

/// Rows of marks beside a common axis: a constraint, a group or a method per row. Names stand above their row, so that
/// long ones fit on a phone; many rows become several panels with the same axis.
namespace alcole::report {

struct RowMark {
    int slot = 0;
    std::string name{};          ///< of the series: "training"
    Interval value{};            ///< its ends are drawn where they differ from the estimate
    std::string text{};          ///< the value for people, at the right of the row
    std::vector<double> runs{};  ///< single runs, as thin strokes
};

struct ChartRow {
    std::string name{};
    std::vector<RowMark> marks{};  ///< one below the other
    bool kept_above = false;       ///< the bound is a lower one
    std::string instead{};         ///< what is said when there is nothing to mark
};

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

}  // namespace alcole::report
