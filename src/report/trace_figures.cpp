// Figures 1 and 2: what happened over the dual steps, one panel per constraint, one line per dual method.
#include "report/figure.hpp"
#include "report/format.hpp"
#include "report/methods.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::report {
namespace {

constexpr std::size_t most_other_seeds = 9;
const Frame frame{};

/// One method in one panel.
struct Curve {
    MethodLook look{};
    std::vector<double> first{};                ///< of the first run
    std::vector<std::vector<double>> others{};  ///< of the other runs
};

struct Cell {
    std::string title{};
    std::string tag{};
    std::vector<Curve> curves{};
};

using Steps = std::vector<std::vector<double>>;

/// One constraint over the steps, in units of `unit`.
std::vector<double> column(const Steps& steps, std::size_t constraint, double unit) {
    std::vector<double> values;
    values.reserve(steps.size());
    for (const auto& step : steps) values.push_back(constraint < step.size() ? step[constraint] / unit : std::nan(""));
    return values;
}

template <typename StepsOf, typename UnitOf>
std::vector<Cell> cells_of(const study::Study& study, const StepsOf& steps_of, const UnitOf& unit_of) {
    std::vector<Cell> cells;
    if (traced_methods(study).empty()) return cells;
    for (const std::size_t i : hard_first(study)) {
        const auto& constraint = study.constraints[i];
        Cell cell{constraint.name, constraint.hard ? "\u25b2 hard" : "easy", {}};
        for (const auto* method : traced_methods(study)) {
            Curve curve{look_of(study, method->name), {}, {}};
            for (std::size_t r = 0; r < method->runs.size() && r <= most_other_seeds; ++r) {
                auto values = column(steps_of(method->runs[r].trace), i, unit_of(constraint));
                if (r == 0)
                    curve.first = std::move(values);
                else
                    curve.others.push_back(std::move(values));
            }
            cell.curves.push_back(std::move(curve));
        }
        cells.push_back(std::move(cell));
    }
    return cells;
}

std::size_t num_steps(const std::vector<Cell>& cells) {
    std::size_t most = 0;
    for (const auto& cell : cells)
        for (const auto& curve : cell.curves) most = std::max(most, curve.first.size());
    return most;
}

/// Of every line in every panel from a step on, so that panels can be compared.
Range range_of(const std::vector<Cell>& cells, std::size_t from_step) {
    Range range;
    range.include(0);
    const auto include = [&](const std::vector<double>& values) {
        if (values.size() > from_step) range.include(std::span(values).subspan(from_step));
    };
    for (const auto& cell : cells)
        for (const auto& curve : cell.curves) {
            include(curve.first);
            for (const auto& other : curve.others) include(other);
        }
    return range;
}

/// The range that panels show. What happens in the first tenth of the steps may be far outside, and would flatten
/// everything after it; then it is cut off, and the panel says so.
Range shown_range(const std::vector<Cell>& cells) {
    const auto all = range_of(cells, 0);
    const auto later = range_of(cells, num_steps(cells) / 10);
    return all.high() > later.high() + 0.5 * (later.high() - later.low()) ? later : all;
}

std::string cut_note(const Cell& cell, const Scale& y) {
    Range first;
    for (const auto& curve : cell.curves) first.include(curve.first);
    if (first.empty() || first.high() <= y.high()) return "";
    return svg_text(frame.left + 1, frame.top - 3, "outside",
                    cat("\u2191 off the scale at first, up to ", number(first.high(), 2)));
}

/// A last value whose label has been pushed away from its neighbours.
struct EndLabel {
    const Curve* curve = nullptr;
    double at = 0;
    double text_at = 0;
};

std::string end_labels(const Cell& cell, const Scale& y) {
    std::vector<EndLabel> labels;
    for (const auto& curve : cell.curves)
        if (!curve.first.empty() && std::isfinite(curve.first.back())) {
            const double at = std::clamp(y(curve.first.back()), frame.top, frame.bottom);
            labels.push_back({&curve, at, at});
        }
    std::ranges::sort(labels, {}, &EndLabel::at);
    constexpr double apart = 12.5;
    for (std::size_t i = 1; i < labels.size(); ++i)
        labels[i].text_at = std::max(labels[i].text_at, labels[i - 1].text_at + apart);
    double lowest = frame.bottom - 4;  // clear of the axis
    for (std::size_t i = labels.size(); i-- > 0;) {
        labels[i].text_at = std::min(labels[i].text_at, lowest);
        lowest = labels[i].text_at - apart;
    }
    std::string out;
    for (const auto& label : labels)
        out += cat(R"(<g class=")", slot_class(label.curve->look.slot), R"(">)",
                   marker(label.curve->look.slot, frame.right, label.at, 3),
                   svg_text(frame.right + 8, label.text_at + 3.8, "value",
                            fixed(label.curve->first.back(), std::max(2, y.decimals() + 1))),
                   "</g>");
    return out;
}

std::string trace_path(const std::vector<double>& values, const Scale& x, const Scale& y, std::string_view classes,
                       double per_unit) {
    return cat(R"(<path class="trace )", classes, R"(" d=")", path_data(values, x, y, per_unit), R"("/>)");
}

std::string first_lines(const Cell& cell, const Scale& x, const Scale& y) {
    std::string out;
    for (const auto& curve : cell.curves) out += trace_path(curve.first, x, y, slot_class(curve.look.slot), 10);
    return out;
}

/// In their own group, and in one per method: the legend hides either.
std::string other_lines(const Cell& cell, const Scale& x, const Scale& y) {
    const std::string others = slot_class(other_seeds_slot);
    std::string out = cat(R"(<g class=")", others, R"(">)");
    for (const auto& curve : cell.curves) {
        out += cat(R"(<g class=")", slot_class(curve.look.slot), R"(">)");
        for (const auto& other : curve.others) out += trace_path(other, x, y, "faint", 1);
        out += "</g>";
    }
    return out + "</g>";
}

std::string description(const Cell& cell, std::string_view quantity) {
    std::string out = cat(quantity, " of ", cell.title, " over the dual steps.");
    for (const auto& curve : cell.curves) {
        if (curve.first.empty()) continue;
        Range late;
        late.include(std::span(curve.first).subspan(curve.first.size() / 2));
        out += cat(" ", curve.look.training, ": ends at ", number(curve.first.back()), ", and lies between ",
                   number(late.low()), " and ", number(late.high()), " in the last half.");
    }
    return out;
}

/// What the script needs to put a cross-hair: places of the axes and the values of the first run.
std::string attributes(const Scale& y, std::size_t index) {
    return cat(R"( data-panel=")", std::to_string(index), R"(" data-frame=")", coordinate(frame.left), " ",
               coordinate(frame.right), " ", coordinate(frame.top), " ", coordinate(frame.bottom), R"(" data-y=")",
               json_number(y.low(), 8), " ", json_number(y.high(), 8), R"(" tabindex="0")");
}

std::string json_of(const std::vector<Cell>& cells, std::string_view unit) {
    std::string out = cat(R"({"unit":)", json_string(unit), R"(,"panels":[)");
    for (std::size_t i = 0; i < cells.size(); ++i) {
        out += cat(i ? "," : "", R"({"name":)", json_string(cells[i].title), R"(,"series":[)");
        for (std::size_t k = 0; k < cells[i].curves.size(); ++k) {
            const auto& curve = cells[i].curves[k];
            out += cat(k ? "," : "", R"({"slot":)", std::to_string(curve.look.slot), R"(,"name":)",
                       json_string(curve.look.name), R"(,"y":[)");
            for (std::size_t t = 0; t < curve.first.size(); ++t) out += cat(t ? "," : "", json_number(curve.first[t]));
            out += "]}";
        }
        out += "]}";
    }
    return out + "]}";
}

/// Some of the steps in numbers: a table of all would help nobody.
std::string table_of(const std::vector<Cell>& cells, std::string_view quantity) {
    const std::size_t steps = num_steps(cells);
    std::string groups = R"(<tr><th scope="col" rowspan="2">dual step</th>)";
    std::string names = "<tr>";
    for (const auto& cell : cells) {
        groups += cat(R"(<th scope="colgroup" colspan=")", std::to_string(cell.curves.size()), R"(">)",
                      escape(cell.title), "</th>");
        for (const auto& curve : cell.curves) names += cat(R"(<th scope="col">)", escape(curve.look.name), "</th>");
    }
    std::string rows;
    for (std::size_t row = 0; row <= 10 && steps > 0; ++row) {
        const std::size_t step = steps > 10 ? row * (steps - 1) / 10 : row;
        if (step >= steps) break;
        rows += cat(R"(<tr><th scope="row">)", std::to_string(step + 1), "</th>");
        for (const auto& cell : cells)
            for (const auto& curve : cell.curves)
                rows += cat("<td>", step < curve.first.size() ? number(curve.first[step]) : "", "</td>");
        rows += "</tr>";
    }
    return cat(R"(<table class="numbers"><caption>)", quantity, ", first seed, at some of the ", std::to_string(steps),
               " dual steps. All steps and seeds are in the CSV files beside this page.</caption><thead>", groups,
               "</tr>", names, "</tr></thead><tbody>", rows, "</tbody></table>");
}

/// Says what the shade means, beside the unit where no line passes.
std::string kept_key(const Panel& panel) {
    return svg_rect(panel.width - 80, 20.5, 10, 10, "feasible key") +
           svg_text(panel.width - 4, 29, "inside end", "bound kept");
}

std::string other_seeds_name(const std::vector<Cell>& cells) {
    std::size_t most = 0;
    for (const auto& cell : cells)
        for (const auto& curve : cell.curves) most = std::max(most, curve.others.size());
    return most == 0 ? "" : most == 1 ? "the other seed" : cat(std::to_string(most), " other seeds");
}

void fill_legend(Figure& figure, const std::vector<Cell>& cells) {
    if (cells.empty()) return;
    for (const auto& curve : cells.front().curves)
        figure.legend.push_back({curve.look.slot, curve.look.training, true, true});
    if (const auto name = other_seeds_name(cells); !name.empty())
        figure.legend.push_back({other_seeds_slot, name, true, false});
}

std::string first_seed(const study::Study& study) {
    const auto traced = traced_methods(study);
    if (traced.empty()) return "";
    const auto runs = traced.front()->runs.size();
    return cat("Seed ", std::to_string(traced.front()->runs.front().seed), ", the first of ", std::to_string(runs),
               "; training data.");
}

}  // namespace

Figure multipliers_figure(const study::Study& study) {
    Figure figure{.number = 1, .title = "Do the prices come to rest?", .synthetic = study.data.synthetic};
    const auto cells = cells_of(
        study, [](const study::Trace& trace) -> const Steps& { return trace.lambda; },
        [](const study::ConstraintInfo&) { return 1.0; });
    figure.caption = cat("The multiplier \u03bb of every constraint after each dual step. ", first_seed(study),
                         " All panels have the same axes; the numbers at the right are the last values.");
    figure.note =
        "A multiplier is the price of a constraint: what one unit of its bound is worth in units of the objective. It "
        "climbs while the constraint is violated and falls while there is room to spare. A line that levels off has "
        "found its price; one that goes up and down for ever leaves it to chance which model training ends with.";
    fill_legend(figure, cells);
    const Scale x = Scale::steps(1, static_cast<int>(num_steps(cells)), frame.left, frame.right);
    const Scale y = Scale::linear(shown_range(cells), frame.bottom, frame.top, 5);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        Panel panel{.title = cells[i].title,
                    .description = description(cells[i], "Multiplier"),
                    .attributes = attributes(y, i)};
        panel.background = cat(panel_heading(panel, cells[i].tag, "multiplier \u03bb"), y_axis(frame, y),
                               x_axis(frame, x, "dual step"));
        panel.page_only = clipped(frame, other_lines(cells[i], x, y));
        panel.body = clipped(frame, first_lines(cells[i], x, y)) + cut_note(cells[i], y) + end_labels(cells[i], y);
        figure.panels.push_back(std::move(panel));
    }
    figure.table = table_of(cells, "Multipliers");
    figure.data = json_of(cells, "\u03bb");
    return figure;
}

Figure slacks_figure(const study::Study& study) {
    Figure figure{.number = 2, .title = "Are the bounds kept?", .synthetic = study.data.synthetic};
    const bool in_bounds = std::ranges::all_of(study.constraints, [](const auto& c) { return c.bound > 0; });
    const auto cells = cells_of(
        study, [](const study::Trace& trace) -> const Steps& { return trace.slack; },
        [in_bounds](const study::ConstraintInfo& c) { return in_bounds ? c.bound : 1.0; });
    const std::string_view unit = in_bounds ? "(risk \u2212 bound) / bound" : "risk \u2212 bound";
    figure.caption = cat("How far every risk lies from its bound after each dual step",
                         in_bounds ? ", in units of the bound. " : ". ", first_seed(study),
                         " Zero is the bound; on the shaded side it is kept. All panels have the same axes.");
    figure.note =
        cat("Above zero the constraint is violated, below it is kept",
            in_bounds ? "; 1 means twice what is allowed, \u22121 that predictions do not change at all" : "",
            ". Hard constraints, marked \u25b2, are those most violated when nothing is asked. A line that settles "
            "on zero uses exactly what it is allowed; an easy constraint may stay below it at no price.");
    fill_legend(figure, cells);
    const Scale x = Scale::steps(1, static_cast<int>(num_steps(cells)), frame.left, frame.right);
    const Scale y = Scale::linear(shown_range(cells), frame.bottom, frame.top, 6);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        Panel panel{
            .title = cells[i].title, .description = description(cells[i], "Slack"), .attributes = attributes(y, i)};
        const double zero = y(0);
        panel.background =
            cat(panel_heading(panel, cells[i].tag, unit), kept_key(panel),
                svg_rect(frame.left, zero, frame.right - frame.left, frame.bottom - zero, "feasible"), y_axis(frame, y),
                svg_line(frame.left, zero, frame.right, zero, "bound"), x_axis(frame, x, "dual step"));
        panel.page_only = clipped(frame, other_lines(cells[i], x, y));
        panel.body = clipped(frame, first_lines(cells[i], x, y)) + cut_note(cells[i], y) + end_labels(cells[i], y);
        figure.panels.push_back(std::move(panel));
    }
    figure.table = table_of(cells, in_bounds ? "Slacks in units of the bound" : "Slacks");
    figure.data = json_of(cells, in_bounds ? "bounds" : "");
    return figure;
}

}  // namespace alcole::report
