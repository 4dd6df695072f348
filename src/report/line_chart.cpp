#include "report/line_chart.hpp"

#include "report/format.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::report {
namespace {

const Frame frame{};

Extent extent_from(std::span<const LinePanel> panels, std::size_t from_step, bool with_zero) {
    Extent range;
    if (with_zero) range.include(0);
    const auto include = [&](const std::vector<double>& values) {
        if (values.size() > from_step) range.include(std::span(values).subspan(from_step));
    };
    for (const auto& panel : panels) {
        for (const auto& line : panel.lines) {
            include(line.values);
            for (const auto& other : line.others) include(other);
        }
        for (const auto& values : panel.background) include(values);
    }
    return range;
}

std::size_t most_values(std::span<const LinePanel> panels) {
    std::size_t most = 0;
    for (const auto& panel : panels)
        for (const auto& line : panel.lines) most = std::max(most, line.values.size());
    return most;
}

std::string cut_note(const LinePanel& panel, const Scale& y) {
    Extent all;
    for (const auto& line : panel.lines) all.include(line.values);
    if (all.empty() || all.high() <= y.high()) return "";
    return svg_text(frame.left + 1, frame.top - 3, "outside",
                    cat("\u2191 off the scale at first, up to ", number(all.high(), 2)));
}

/// A last value whose label has been pushed away from its neighbours.
struct EndLabel {
    const Line* line = nullptr;
    double at = 0;
    double text_at = 0;
};

std::string end_labels(const LinePanel& panel, const Scale& x, const Scale& y) {
    std::vector<EndLabel> labels;
    for (const auto& line : panel.lines)
        if (!line.values.empty() && std::isfinite(line.values.back())) {
            const double at = std::clamp(y(line.values.back()), frame.top, frame.bottom);
            labels.push_back({&line, at, at});
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
    for (const auto& label : labels) {
        const double last = label.line->values.back();
        const double end = x(static_cast<double>(panel.steps.at(label.line->values.size() - 1) + 1));
        out += cat(R"(<g class=")", slot_class(label.line->slot), R"(">)", marker(label.line->slot, end, label.at, 3),
                   svg_text(frame.right + 8, label.text_at + 3.8, "value",
                            std::abs(last) < 1000 && y.decimals() < 5 ? fixed(last, std::max(2, y.decimals() + 1))
                                                                      : number(last)),
                   "</g>");
    }
    return out;
}

std::string trace_path(const std::vector<double>& values, const DrawnSteps& steps, const Scale& x, const Scale& y,
                       std::string_view classes, double per_unit) {
    const auto first = static_cast<double>(steps.first + 1);
    const auto every = static_cast<double>(steps.every);
    return cat(R"(<path class="trace )", classes, R"(" d=")", path_data(values, x, y, per_unit, first, every),
               R"("/>)");
}

std::string named_lines(const LinePanel& panel, const Scale& x, const Scale& y) {
    std::string out;
    for (const auto& line : panel.lines) out += trace_path(line.values, panel.steps, x, y, slot_class(line.slot), 10);
    return out;
}

std::string background_lines(const LinePanel& panel, const Scale& x, const Scale& y) {
    if (panel.background.empty()) return "";
    std::string out = cat(R"(<g class=")", slot_class(background_slot), R"(">)");
    for (const auto& values : panel.background) out += trace_path(values, panel.steps, x, y, "quiet", 1);
    return out + "</g>";
}

/// In their own group, and in one per line: the legend hides either.
std::string other_lines(const LinePanel& panel, const Scale& x, const Scale& y) {
    std::string out = cat(R"(<g class=")", slot_class(background_slot), R"(">)");
    for (const auto& line : panel.lines) {
        out += cat(R"(<g class=")", slot_class(line.slot), R"(">)");
        for (const auto& other : line.others) out += trace_path(other, panel.steps, x, y, "faint", 1);
        out += "</g>";
    }
    return out + "</g>";
}

std::string description(const LinePanel& panel) {
    std::string out = panel.title == panel.quantity ? panel.title : cat(panel.quantity, " of ", panel.title);
    out += " over the dual steps.";
    for (const auto& line : panel.lines) {
        if (line.values.empty()) continue;
        Extent late;
        late.include(std::span(line.values).subspan(line.values.size() / 2));
        out += cat(" ", line.long_name, ": ends at ", number(line.values.back()));
        out += late.empty()
                   ? std::string(".")
                   : cat(", and lies between ", number(late.low()), " and ", number(late.high()), " in the last half.");
    }
    if (panel.change) out += cat(" From step ", std::to_string(*panel.change + 1), " on every step sees all data.");
    return out;
}

/// What the script needs to put a cross-hair: places of the axes and the values of the first run.
std::string attributes(const Scale& y, std::size_t index) {
    return cat(R"( data-panel=")", std::to_string(index), R"(" data-frame=")", coordinate(frame.left), " ",
               coordinate(frame.right), " ", coordinate(frame.top), " ", coordinate(frame.bottom), R"(" data-y=")",
               json_number(y.low(), 8), " ", json_number(y.high(), 8), R"(" tabindex="0")");
}

/// Says what the shade means, beside the unit where no line passes.
std::string kept_key(const Panel& panel) {
    return svg_rect(panel.width - 80, 20.5, 10, 10, "feasible key") +
           svg_text(panel.width - 4, 29, "inside end", "bound kept");
}

std::string change_line(const LinePanel& panel, const Scale& x) {
    if (!panel.change) return "";
    const double at = x(static_cast<double>(*panel.change) + 0.5);
    return svg_line(at, frame.top, at, frame.bottom, "change");
}

std::string change_words(const LinePanel& panel, const Scale& x) {
    if (!panel.change) return "";
    const double at = x(static_cast<double>(*panel.change) + 0.5);
    const bool at_right = at > (frame.left + frame.right) / 2;
    return svg_text(at_right ? at - 4 : at + 4, frame.top + 9, at_right ? "outside end" : "outside",
                    at_right ? "mini-batches \u25c2" : "\u25b8 all data");
}

}  // namespace

DrawnSteps DrawnSteps::of(std::size_t steps, std::size_t most) {
    if (steps <= most) return {};
    const std::size_t every = (steps + most - 1) / most;
    return {(steps - 1) % every, every};
}

std::size_t num_steps(std::span<const LinePanel> panels) {
    std::size_t most = 0;
    for (const auto& panel : panels)
        for (const auto& line : panel.lines)
            if (!line.values.empty()) most = std::max(most, panel.steps.at(line.values.size() - 1) + 1);
    return most;
}

Extent shown_extent(std::span<const LinePanel> panels, bool with_zero) {
    const auto all = extent_from(panels, 0, with_zero);
    const auto later = extent_from(panels, most_values(panels) / 10, with_zero);
    return all.high() > later.high() + 0.5 * (later.high() - later.low()) ? later : all;
}

Panel draw_lines(const LinePanel& panel, std::size_t steps, const Extent& range, std::size_t index) {
    const Scale x = Scale::steps(1, static_cast<int>(steps), frame.left, frame.right);
    const Scale y = Scale::linear(range, frame.bottom, frame.top, panel.kept_below_zero ? 6 : 5);
    Panel out{.title = panel.title, .description = description(panel), .attributes = attributes(y, index)};
    out.background = panel_heading(out, panel.tag, panel.unit);
    if (panel.kept_below_zero)
        out.background +=
            kept_key(out) + svg_rect(frame.left, y(0), frame.right - frame.left, frame.bottom - y(0), "feasible");
    out.background += y_axis(frame, y);
    if (panel.kept_below_zero) out.background += svg_line(frame.left, y(0), frame.right, y(0), "bound");
    out.background += x_axis(frame, x, "dual step") + change_line(panel, x);
    out.page_only = clipped(frame, other_lines(panel, x, y));
    out.body = clipped(frame, background_lines(panel, x, y) + named_lines(panel, x, y)) + cut_note(panel, y) +
               change_words(panel, x) + end_labels(panel, x, y);
    return out;
}

std::string lines_json(std::span<const LinePanel> panels, std::string_view unit) {
    std::string out = cat(R"({"unit":)", json_string(unit), R"(,"panels":[)");
    for (std::size_t i = 0; i < panels.size(); ++i) {
        out += cat(i ? "," : "", R"({"name":)", json_string(panels[i].title), R"(,"first":)",
                   std::to_string(panels[i].steps.first), R"(,"every":)", std::to_string(panels[i].steps.every),
                   R"(,"series":[)");
        for (std::size_t k = 0; k < panels[i].lines.size(); ++k) {
            const auto& line = panels[i].lines[k];
            out += cat(k ? "," : "", R"({"slot":)", std::to_string(line.slot), R"(,"name":)", json_string(line.name),
                       R"(,"y":[)");
            for (std::size_t t = 0; t < line.values.size(); ++t) out += cat(t ? "," : "", json_number(line.values[t]));
            out += "]}";
        }
        out += "]}";
    }
    return out + "]}";
}

Table lines_table(std::span<const LinePanel> panels, std::string caption) {
    const std::size_t steps = num_steps(panels);
    Table table{.columns = {{"dual step"}}, .caption = std::move(caption)};
    for (const auto& panel : panels)
        for (const auto& line : panel.lines) table.columns.push_back({line.name, panel.title});
    for (std::size_t row = 0; row <= 10 && steps > 0; ++row) {
        const std::size_t step = steps > 10 ? row * (steps - 1) / 10 : row;
        if (step >= steps) break;
        Row cells{{std::to_string(step + 1)}};
        for (const auto& panel : panels)
            for (const auto& line : panel.lines) {
                const std::size_t drawn = step < panel.steps.first ? 0 : (step - panel.steps.first) / panel.steps.every;
                cells.cells.emplace_back(drawn < line.values.size() ? Text(Number{line.values[drawn]}) : Text());
            }
        table.rows.push_back(std::move(cells));
    }
    return table;
}

}  // namespace alcole::report
