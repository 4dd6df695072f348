// Figure 3: what the models do on unseen people, every method with its interval and its single runs.
#include "report/format.hpp"
#include "studies/pages/methods.hpp"
#include "studies/pages/study_figures.hpp"

#include <cmath>

namespace alcole::report {
namespace {

constexpr double row_height = 27;
constexpr double first_row = 28;

/// One method in one panel.
struct Row {
    MethodLook look{};
    studies::Interval interval{};
    std::vector<double> runs{};
};

struct Cell {
    std::string title{};
    std::string tag{};
    std::string unit{};
    std::vector<Row> rows{};
};

std::vector<Cell> cells_of(const studies::Study& study) {
    std::vector<Cell> cells;
    Cell accuracy{"Test accuracy", "", "correct predictions, %", {}};
    for (const auto& method : study.methods) {
        Row row{look_of(study, method.name), method.summary.accuracy, {}};
        for (const auto& run : method.runs) row.runs.push_back(run.test.accuracy);
        accuracy.rows.push_back(std::move(row));
    }
    cells.push_back(std::move(accuracy));
    for (const std::size_t i : hard_first(study)) {
        const auto& constraint = study.constraints[i];
        Cell cell{constraint.name, constraint.hard ? "\u25b2 hard" : "easy", "unchanged predictions, %", {}};
        for (const auto& method : study.methods) {
            if (i >= method.summary.flip.size()) continue;
            Row row{look_of(study, method.name), rest_of(method.summary.flip[i]), {}};
            for (const auto& run : method.runs)
                if (i < run.test.flip.size()) row.runs.push_back(1 - run.test.flip[i]);
            cell.rows.push_back(std::move(row));
        }
        cells.push_back(std::move(cell));
    }
    return cells;
}

void include(Range& range, const Cell& cell) {
    for (const auto& row : cell.rows) {
        range.include(std::vector{row.interval.estimate, row.interval.low, row.interval.high});
        range.include(row.runs);
    }
}

std::string row_marks(const Row& row, const Scale& x, double y, const Panel& panel) {
    std::string out =
        cat(R"(<g class="mark )", slot_class(row.look.slot), R"(" )",
            tip_attributes(panel.title, row.look.long_name,
                           cat(percent_estimate_text(row.interval), " (", percent_range_text(row.interval), ")")),
            ">");
    out += svg_rect(0, y - row_height / 2, panel.width, row_height, "hit");
    for (const double run : row.runs)
        if (std::isfinite(run)) out += svg_line(x(run), y - 7, x(run), y + 7, "seed");
    if (drawable(row.interval)) {
        out += svg_line(x(row.interval.low), y, x(row.interval.high), y, "whisker");
        out += marker(row.look.slot, x(row.interval.estimate), y, 4.5);
    }
    out += svg_text(panel.width - 2, y + 4, "value end", percent_estimate_text(row.interval));
    return out + "</g>";
}

Panel panel_of(const Cell& cell, const Range& range, std::size_t num_rows) {
    const double bottom = first_row + row_height * static_cast<double>(num_rows);
    Panel panel{.title = cell.title, .description = cat(cell.title, ", ", cell.unit, "."), .height = bottom + 36};
    const Frame frame{82, 280, first_row - 4, bottom};
    Scale x = Scale::linear(range, frame.left + 6, frame.right - 6, 6);
    x.label_ticks_as_percent();
    panel.body = panel_heading(panel, cell.tag, "");
    for (const auto& tick : x.ticks())
        panel.body += svg_line(x(tick.value), frame.top, x(tick.value), frame.bottom, "grid");
    panel.body += x_axis(frame, x, cell.unit);
    for (std::size_t i = 0; i < cell.rows.size(); ++i) {
        const auto& row = cell.rows[i];
        const double y = first_row + row_height * (static_cast<double>(i) + 0.5) - 2;
        panel.body += svg_text(0, y + 4, "row", row.look.name) + row_marks(row, x, y, panel);
        panel.description += cat(" ", row.look.long_name, ": ", percent_estimate_text(row.interval), ", interval ",
                                 percent_range_text(row.interval), ".");
    }
    return panel;
}

std::string table_of(const studies::Study& study, const std::vector<Cell>& cells) {
    std::string out =
        R"(<table class="numbers"><caption>Test data: mean over seeds and its bootstrap interval.</caption><thead><tr>)"
        R"(<th scope="col">method</th>)";
    for (const auto& cell : cells)
        out += cat(R"(<th scope="col">)", escape(cell.title), "<small>", escape(cell.unit), "</small></th>");
    out += "</tr></thead><tbody>";
    for (std::size_t m = 0; m < study.methods.size(); ++m) {
        out += cat(R"(<tr><th scope="row">)", escape(look_of(study, study.methods[m].name).long_name), "</th>");
        for (const auto& cell : cells)
            out += m < cell.rows.size() ? cat("<td>", percent_estimate_text(cell.rows[m].interval), "<small>",
                                              percent_range_text(cell.rows[m].interval), "</small></td>")
                                        : std::string("<td></td>");
        out += "</tr>";
    }
    return out + "</tbody></table>";
}

}  // namespace

Figure outcomes_figure(const studies::Study& study) {
    Figure figure{.number = 3, .title = "What do the models do on unseen people?", .synthetic = study.data.synthetic};
    figure.caption =
        cat("Test data, ", count(study.data.test_rows), " rows; ", plural(num_runs(study), "run", "runs"),
            " of each method. First the share of correct predictions, then, for every constraint, the share "
            "of predictions that stay the same when only that attribute is changed. Axes do not start at "
            "zero; those of the unchanged predictions are all the same.");
    figure.note =
        "A marker is the mean over the runs, the thick line its bootstrap interval, the thin upright strokes are the "
        "single runs. Further right is better.";
    for (const auto& method : study.methods) {
        const auto look = look_of(study, method.name);
        figure.legend.push_back({look.slot, look.long_name, false, true});
    }
    const auto cells = cells_of(study);
    Range accuracy;
    Range unchanged;
    unchanged.include(1);  // where nothing changes
    for (std::size_t i = 0; i < cells.size(); ++i) include(i == 0 ? accuracy : unchanged, cells[i]);
    for (std::size_t i = 0; i < cells.size(); ++i)
        figure.panels.push_back(panel_of(cells[i], i == 0 ? accuracy : unchanged, study.methods.size()));
    figure.table = table_of(study, cells);
    return figure;
}

}  // namespace alcole::report
