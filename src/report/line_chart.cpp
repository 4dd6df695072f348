#include "report/charts.hpp"
#include "report/format.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::report {
namespace {

const Frame frame{};

using Panels = std::span<const LinePanel>;

std::size_t num_steps(Panels panels) {
    std::size_t most = 0;
    for (const auto& panel : panels)
        for (const auto& line : panel.lines)
            if (!line.values.empty()) most = std::max(most, panel.steps.at(line.values.size() - 1) + 1);
    return most;
}

Extent extent_from(Panels panels, std::size_t from_step) {
    Extent range;
    const auto include = [&](const std::vector<double>& values) {
        if (values.size() > from_step) range.include(std::span(values).subspan(from_step));
    };
    for (const auto& panel : panels) {
        if (panel.from_zero) range.include(0);
        for (const auto& line : panel.lines) {
            include(line.values);
            for (const auto& other : line.others) include(other);
        }
        for (const auto& values : panel.background) include(values);
    }
    return range;
}

/// The range that panels show. Values in the first tenth of the steps may be so far outside that they would flatten
/// everything after them; they are then cut off, and the panel says so.
Extent shown_extent(Panels panels) {
    std::size_t most = 0;
    for (const auto& panel : panels)
        for (const auto& line : panel.lines) most = std::max(most, line.values.size());
    const auto all = extent_from(panels, 0);
    const auto later = extent_from(panels, most / 10);
    return all.high() > later.high() + 0.5 * (later.high() - later.low()) ? later : all;
}

std::string cut_note(const LinePanel& panel, const Axes& axes) {
    Extent all;
    for (const auto& line : panel.lines) all.include(line.values);
    if (all.empty() || all.high() <= axes.y.high()) return "";
    return svg_text(frame.left + 1, frame.top - 3, "outside",
                    cat("\u2191 off the scale at first, up to ", number(all.high(), 2)));
}

/// The label of a last value, moved away from its neighbours.
struct EndLabel {
    const Line* line = nullptr;
    double at = 0;
    double text_at = 0;
};

std::string end_labels(const LinePanel& panel, const Axes& axes) {
    std::vector<EndLabel> labels;
    for (const auto& line : panel.lines)
        if (!line.values.empty() && std::isfinite(line.values.back())) {
            const double at = std::clamp(axes.y(line.values.back()), frame.top, frame.bottom);
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
    for (const auto& [line, at, text_at] : labels) {
        const double last = line->values.back();
        const double end = axes.x(static_cast<double>(panel.steps.at(line->values.size() - 1) + 1));
        const bool plain = std::abs(last) < 1000 && axes.y.decimals() < 5;
        out += cat(R"(<g class=")", slot_class(line->slot), R"(">)", marker(line->slot, end, at, 3),
                   svg_text(frame.right + 8, text_at + 3.8, "value",
                            plain ? fixed(last, std::max(2, axes.y.decimals() + 1)) : number(last)),
                   "</g>");
    }
    return out;
}

std::string path_of(const std::vector<double>& values, const LinePanel& panel, const Axes& axes,
                    std::string_view classes, double per_unit) {
    return cat(R"(<path class="trace )", classes, R"(" d=")",
               path_data(values, axes.x, axes.y, per_unit, static_cast<double>(panel.steps.first + 1),
                         static_cast<double>(panel.steps.every)),
               R"("/>)");
}

std::string grouped(int slot, std::string_view content) {
    return cat(R"(<g class=")", slot_class(slot), R"(">)", content, "</g>");
}

std::string named_lines(const LinePanel& panel, const Axes& axes) {
    std::string out;
    for (const auto& line : panel.lines) out += path_of(line.values, panel, axes, slot_class(line.slot), 10);
    return out;
}

std::string background_lines(const LinePanel& panel, const Axes& axes) {
    std::string out;
    for (const auto& values : panel.background) out += path_of(values, panel, axes, "quiet", 1);
    return out.empty() ? out : grouped(background_slot, out);
}

/// Grouped together, and also per line, so that the legend can hide either.
std::string other_lines(const LinePanel& panel, const Axes& axes) {
    std::string out;
    for (const auto& line : panel.lines) {
        std::string others;
        for (const auto& other : line.others) others += path_of(other, panel, axes, "faint", 1);
        out += grouped(line.slot, others);
    }
    return grouped(background_slot, out);
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

/// What the script needs for the cross-hair: the frame and the range of the vertical axis.
std::string attributes(const Scale& y, std::size_t index) {
    return cat(R"( data-panel=")", std::to_string(index), R"(" data-frame=")", coordinate(frame.left), " ",
               coordinate(frame.right), " ", coordinate(frame.top), " ", coordinate(frame.bottom), R"(" data-y=")",
               json_number(y.low(), 8), " ", json_number(y.high(), 8), R"(" tabindex="0")");
}

/// Explains the shading, next to the unit, where no line passes.
std::string kept_key(const Panel& panel) {
    return svg_rect(panel.width - 80, 20.5, 10, 10, "feasible key") +
           svg_text(panel.width - 4, 29, "inside end", "bound kept");
}

/// `index` is the position of the panel in its figure.
Panel draw_lines(const LinePanel& panel, const Extent& range, std::size_t index) {
    const auto steps = static_cast<int>(num_steps({&panel, 1}));
    const Axes axes{frame, Scale::steps(1, steps, frame.left, frame.right),
                    Scale::linear(range, frame.bottom, frame.top, panel.kept_below_zero ? 6 : 5)};
    Panel out{.title = panel.title, .description = description(panel), .attributes = attributes(axes.y, index)};
    out.background = axes.behind(out, panel.tag, panel.unit, "dual step", panel.kept_below_zero);
    if (panel.kept_below_zero) out.background += kept_key(out);
    out.page_only = axes.clipped(other_lines(panel, axes));
    out.body = axes.clipped(background_lines(panel, axes) + named_lines(panel, axes)) + cut_note(panel, axes);
    if (panel.change) {
        const double between = static_cast<double>(*panel.change) + 0.5;
        out.background += axes.upright(between);
        out.body += axes.beside_upright(between, "mini-batches \u25c2", "\u25b8 all data");
    }
    out.body += end_labels(panel, axes);
    return out;
}

/// For the page's script: the named lines of every panel.
std::string lines_json(Panels panels, std::string_view unit) {
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

/// Some of the steps as numbers: a table of all of them would be too long to read.
Table lines_table(Panels panels, std::string caption) {
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

}  // namespace

DrawnSteps DrawnSteps::of(std::size_t steps, std::size_t max_drawn) {
    if (steps <= max_drawn) return {};
    const std::size_t every = (steps + max_drawn - 1) / max_drawn;
    return {(steps - 1) % every, every};
}

void add_lines(Figure& figure, const std::vector<LinePanel>& panels, bool same_axis, std::string_view unit,
               std::string caption) {
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const Extent range = shown_extent(same_axis ? Panels(panels) : Panels(&panels[i], 1));
        figure.panels.push_back(draw_lines(panels[i], range, i));
    }
    figure.tables = {lines_table(panels, std::move(caption))};
    figure.data = lines_json(panels, unit);
}

std::vector<LegendEntry> line_legend(const std::vector<LinePanel>& panels) {
    std::vector<LegendEntry> legend;
    if (panels.empty()) return legend;
    for (const auto& line : panels.front().lines) legend.push_back({line.slot, line.long_name, true, true});
    return legend;
}

}  // namespace alcole::report
