#include "studies/pages/duality_report.hpp"

#include <alcole/version.hpp>

#include "report/format.hpp"
#include "report/html.hpp"
#include "report/line_chart.hpp"
#include "report/page.hpp"
#include "report/xy_chart.hpp"
#include "studies/pages/sections.hpp"

#include <algorithm>
#include <functional>

namespace alcole::report {
namespace {

using studies::Duality;
using studies::DualityMethod;
using studies::DualityProblem;
using studies::DualityStep;

constexpr int ordinary_slot = 1;
constexpr int augmented_slot = 3;
constexpr int optimum_slot = 6;
constexpr int function_slot = 4;

std::string badge_of(alcole::Decision verdict) {
    switch (verdict) {
        case alcole::Decision::holds:
            return badge(Tone::good, "\u2713", "holds");
        case alcole::Decision::fails:
            return badge(Tone::bad, "\u2715", "fails");
        case alcole::Decision::undetermined:
            break;
    }
    return badge(Tone::open, "?", "undetermined");
}

XyPanel support_panel(const DualityProblem& problem) {
    XyPanel panel{.title = problem.title,
                  .about = cat("The perturbation function of ", problem.statement, "."),
                  .unit = "least objective p(u)",
                  .x_label = "u, by which the bound is moved"};
    XyCurve function{.slot = function_slot, .name = "p(u)", .marks = !problem.exact};
    XyCurve line{.slot = ordinary_slot, .name = "best ordinary line", .marks = false};
    XyCurve parabola{.slot = augmented_slot, .name = "augmented parabola", .marks = false, .dashed = true};
    Range range;
    for (const auto& point : problem.support) {
        const auto place = [&](double y) { return XyPlace{point.u, {y, y, y}}; };
        function.places.push_back(place(point.p));
        line.places.push_back(place(point.line));
        parabola.places.push_back(place(point.parabola));
        range.include(point.p);
        range.include(point.line);
    }
    if (!range.empty()) panel.shown = range;
    panel.curves = {function, line, parabola};
    return panel;
}

Figure support_figure(const Duality& study) {
    Figure figure{.number = 1, .title = "What supports the perturbation function from below", .large = true};
    figure.caption =
        "p(u) is the least objective when the bound is moved by u. The ordinary dual looks for the highest straight "
        "line "
        "that stays below it; where that line crosses u = 0 is the best ordinary dual value. The augmented dual may "
        "use a "
        "parabola, drawn with the least alpha that stays below.";
    figure.note =
        "A line that touches p only away from u = 0 leaves a gap above it at u = 0. The parabola touches there: no "
        "gap. Of "
        "the network, every point of p is the lowest of many minimisations, and the gap may be too small to be seen: "
        "it is in the table "
        "above.";
    std::vector<XyPanel> panels;
    for (const auto& problem : study.problems) panels.push_back(support_panel(problem));
    figure.legend = xy_legend(panels);
    for (auto& entry : figure.legend) entry.line = true;
    for (const auto& panel : panels) figure.panels.push_back(draw_xy(panel));
    for (auto& panel : panels) {
        for (auto& curve : panel.curves) curve.marks = true;  // all of them in the table
        figure.table += xy_table(panel, panel.title);
    }
    return figure;
}

using ValueOf = std::function<double(const DualityProblem&, const DualityStep&)>;

Line line_of(const DualityProblem& problem, const DualityMethod& method, const ValueOf& value_of) {
    const bool augmented = method.name == "augmented";
    Line line{.slot = augmented ? augmented_slot : ordinary_slot,
              .name = augmented ? "augmented" : "ordinary",
              .long_name = augmented ? "augmented Lagrangian" : "ordinary dual ascent"};
    for (const auto& step : method.steps) line.values.push_back(value_of(problem, step));
    return line;
}

Figure steps_figure(const Duality& study, int place, const std::string& title, const std::string& unit,
                    const ValueOf& value_of, bool with_optimum) {
    Figure figure{.number = place, .title = title};
    std::vector<LinePanel> panels;
    for (const auto& problem : study.problems) {
        const double scale = with_optimum ? problem.objective_unit : problem.violation_unit;
        LinePanel panel{.title = problem.title,
                        .quantity = title,
                        .unit = scale == 1 ? unit : cat(unit, ", in units of ", number(scale))};
        panel.lines = {line_of(problem, problem.ordinary, value_of), line_of(problem, problem.augmented, value_of)};
        if (with_optimum) {
            Line optimum{.slot = optimum_slot, .name = "P*", .long_name = "P*"};
            optimum.values.assign(std::max(problem.ordinary.steps.size(), problem.augmented.steps.size()), 0.0);
            panel.lines.push_back(std::move(optimum));
        }
        panels.push_back(std::move(panel));
    }
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const std::span<const LinePanel> one(&panels[i], 1);
        figure.panels.push_back(draw_lines(panels[i], num_steps(one), shown_range(one, !with_optimum), i));
    }
    if (panels.empty()) return figure;
    for (const auto& line : panels.front().lines) figure.legend.push_back({line.slot, line.long_name, true, true});
    figure.data = lines_json(panels, "");
    figure.table = lines_table(panels, cat(title, " at some of the dual steps"));
    return figure;
}

std::string figures(const Duality& study) {
    const auto from_optimum = [](const DualityProblem& problem, double value) {
        return (value - problem.optimum) / problem.objective_unit;
    };
    Figure dual = steps_figure(
        study, 2, "Dual values", "g(\u03bb, \u03b1) \u2212 P*",
        [&](const DualityProblem& problem, const DualityStep& step) { return from_optimum(problem, step.dual); }, true);
    dual.caption =
        "The dual value at the multiplier of each dual step. By weak duality it never exceeds P*; how near it comes is "
        "what a method can prove.";
    Figure objective = steps_figure(
        study, 3, "Objective of the iterates", "objective \u2212 P*",
        [&](const DualityProblem& problem, const DualityStep& step) { return from_optimum(problem, step.objective); },
        true);
    objective.caption =
        "The objective of the model that each dual step has. A value below P* is bought with a violation.";
    Figure violation = steps_figure(
        study, 4, "Violation of the iterates", "violation",
        [](const DualityProblem& problem, const DualityStep& step) { return step.violation / problem.violation_unit; },
        false);
    violation.caption = "By how much the constraint is violated at each dual step; zero is feasible.";
    return figures_hint() + figure_html(support_figure(study)) + figure_html(dual) + figure_html(objective) +
           figure_html(violation);
}

std::string gaps_table(const Duality& study) {
    NumberTable table("Gaps", {{"problem", ""},
                               {"P*", ""},
                               {"best ordinary dual", ""},
                               {"ordinary gap", ""},
                               {"best augmented dual", ""},
                               {"augmented gap", ""},
                               {"how g was found", "", true},
                               {"least alpha", "stability"},
                               {"stability", "of degree 2", true}});
    for (const auto& problem : study.problems) {
        table.begin_row(problem.title);
        table.cell(number(problem.optimum, 7));
        table.cell(number(problem.ordinary.dual, 7));
        table.cell(number(problem.ordinary.gap));
        table.cell(number(problem.augmented.dual, 7));
        table.cell(number(problem.augmented.gap));
        table.word_cell(problem.exact ? "on a fine grid" : "lowest of many starts");
        table.cell(number(problem.least_alpha));
        table.word_cell(badge_of(problem.stability));
        table.end_row();
    }
    return cat(
        "<p>Gap: P* minus the largest dual value, over all multipliers for the ordinary dual, over those of its dual "
        "steps "
        "for the augmented one. Of the network both sides are numbers that minimisations came to: missing a lower "
        "value of "
        "the Lagrangian makes a gap look smaller than it is, missing a better model makes it look larger.</p>\n",
        table.html());
}

std::string starts_table(const Duality& study) {
    NumberTable table("Lower estimates", {{"problem", ""},
                                          {"ordinary gap", "at least"},
                                          {"augmented gap", "at least"},
                                          {"starts", "at the lowest ordinary value"}});
    for (const auto& problem : study.problems) {
        table.begin_row(problem.title);
        table.cell(number(problem.ordinary_estimate));
        table.cell(number(problem.augmented_estimate));
        table.cell(cat(count(problem.agreeing), " of ", count(problem.starts)));
        table.end_row();
    }
    return cat(
        "<p>The same question asked as a user would, at the one multiplier and penalty that the augmented method "
        "ends with: minimisations from many starts give an upper estimate of g, hence a lower estimate of the "
        "gap.</p>\n",
        table.html());
}

std::string iterates_table(const Duality& study) {
    NumberTable table("Last iterates", {{"problem", ""},
                                        {"method", "", true},
                                        {"objective", ""},
                                        {"minus P*", ""},
                                        {"violation", ""},
                                        {"multiplier", ""},
                                        {"dual steps", ""},
                                        {"comes to rest", "feasible and settled", true}});
    for (const auto& problem : study.problems) {
        std::vector<const DualityMethod*> methods = {&problem.ordinary, &problem.augmented};
        if (problem.downhill) methods.push_back(&*problem.downhill);
        table.begin_rows(problem.title, methods.size());
        for (const auto* method : methods) {
            if (method != methods.front()) table.next_row();
            table.word_cell(method->name == "augmented"                    ? "augmented"
                            : problem.downhill && method == methods.back() ? "ordinary, downhill only"
                                                                           : "ordinary");
            table.cell(number(method->objective, 6));
            table.cell(number(method->distance));
            table.cell(number(method->violation));
            table.cell(number(method->lambda));
            table.cell(count(method->steps.size()));
            table.word_cell(badge_of(method->convergence));
            table.end_row();
        }
    }
    return cat(
        table.html(),
        "<p>The ordinary method of the network minimises its Lagrangian from many starts at every dual step, as the "
        "theory asks. \u201cDownhill only\u201d starts from the model before, as training does: it stays in one "
        "valley, where there may be no gap.</p>\n");
}

std::string lead(const Duality& study) {
    std::vector<std::string> with_gap;
    for (const auto& problem : study.problems)
        if (problem.ordinary_leaves_gap)
            with_gap.push_back(cat(problem.title, " (", number(problem.ordinary.gap), ")"));
    std::string out = R"(<p class="lead">)";
    out += with_gap.empty()
               ? std::string("The ordinary dual leaves no gap on these problems.")
               : cat("The ordinary dual leaves a gap on ", count(with_gap.size()), " of ",
                     plural(study.problems.size(), "problem", "problems"), ": ", escape(listed(with_gap)), ".");
    return cat(out, " The augmented dual closes ", study.augmented_closes_all ? "all of them" : "not all of them",
               ", and its last iterate is the answer on ", count(study.augmented_settles), " of ",
               count(study.problems.size()), "; that of ordinary dual ascent on ", count(study.ordinary_settles),
               ".</p>\n");
}

std::string problems_list(const Duality& study) {
    std::string out = "<dl class=\"methods\">";
    for (const auto& problem : study.problems)
        out += cat("<dt>", escape(problem.title), "</dt><dd>", escape(problem.statement), ". ", escape(problem.remark),
                   "</dd>");
    return out + "</dl>\n";
}

}  // namespace

std::string duality_html(const Duality& study) {
    Page page{.title = "alcole study duality",
              .kicker = cat("alcole ", version, " \u00b7 study duality"),
              .heading = "Does the dual reach the problem?",
              .subtitle = "Ordinary and augmented Lagrangian on problems that are not convex",
              .contents = {{"summary", "In short"},
                           {"problems", "Problems"},
                           {"gaps", "Gaps"},
                           {"figures", "Figures"},
                           {"iterates", "Last iterates"},
                           {"settings", "Settings"},
                           {"cite", "Cite"}}};
    if (std::ranges::any_of(study.problems, [](const auto& problem) { return !problem.exact; }))
        page.banner = synthetic_banner;
    page.main = section("summary", "In short", lead(study)) +
                section("problems", "The problems", problems_list(study)) +
                section("gaps", "The gaps", gaps_table(study) + starts_table(study)) +
                section("figures", "The figures", figures(study)) +
                section("iterates", "The last iterates", iterates_table(study)) +
                settings_section(study.settings, study.versions, study.seconds) + cite_section();
    return page_html(page);
}

}  // namespace alcole::report
