#include "report/format.hpp"
#include "studies/pages/parts.hpp"

#include <algorithm>
#include <functional>

namespace alcole::studies {
namespace {

constexpr int ordinary_slot = 1;
constexpr int augmented_slot = 3;
constexpr int optimum_slot = 6;
constexpr int function_slot = 4;

XyPanel support_panel(const DualityProblem& problem) {
    XyPanel panel{.title = problem.title,
                  .about = cat("The perturbation function of ", problem.statement, "."),
                  .unit = "least objective p(u)",
                  .x_label = "u, by which the bound is moved",
                  .table = problem.title};
    XyCurve function{.slot = function_slot, .name = "p(u)", .marks = !problem.exact};
    XyCurve line{.slot = ordinary_slot, .name = "best ordinary line", .marks = false};
    XyCurve parabola{
        .slot = augmented_slot, .name = "augmented parabola", .marks = false, .line = XyCurve::Line::dashed};
    Extent range;
    for (const auto& point : problem.support) {
        const auto place = [&](double y) { return XyPlace{point.u, words::point(y)}; };
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
    Figure figure{.title = "What supports the perturbation function from below", .large = true};
    figure.caption =
        R"(p(u) is the least objective when the bound is moved by u. The ordinary dual looks for the highest straight
                        line that stays below it; where that line crosses u = 0 is the best ordinary dual value. The augmented
                        dual may use a parabola, drawn with the least alpha that stays below.)";
    figure.note =
        R"(A line that touches p only away from u = 0 leaves a gap above it at u = 0. The parabola touches there: no gap.
                     Of the network, every point of p is the lowest of many minimisations, and the gap may be too small to be
                     seen: it is in the table above.)";
    std::vector<XyPanel> panels;
    for (const auto& problem : study.problems) panels.push_back(support_panel(problem));
    add_curves(figure, panels);
    for (auto& entry : figure.legend) entry.line = true;
    return figure;
}

using ValueOf = std::function<double(const DualityProblem&, const DualityStep&)>;

std::vector<double> values_of(const DualityProblem& problem, const DualityMethod& method, const ValueOf& value_of) {
    std::vector<double> values;
    for (const auto& step : method.steps) values.push_back(value_of(problem, step));
    return values;
}

Figure steps_figure(const Duality& study, const std::string& title, const std::string& unit, const ValueOf& value_of,
                    bool with_optimum) {
    Figure figure{.title = title};
    std::vector<LinePanel> panels;
    for (const auto& problem : study.problems) {
        const double scale = with_optimum ? problem.objective_unit : problem.violation_unit;
        LinePanel panel{.title = problem.title,
                        .quantity = title,
                        .unit = scale == 1 ? unit : cat(unit, ", in units of ", number(scale)),
                        .from_zero = !with_optimum};
        panel.lines = {
            {ordinary_slot, "ordinary", "ordinary dual ascent", values_of(problem, problem.ordinary, value_of), {}},
            {augmented_slot, "augmented", "augmented Lagrangian", values_of(problem, problem.augmented, value_of), {}}};
        if (with_optimum) {
            Line optimum{.slot = optimum_slot, .name = "P*", .long_name = "P*"};
            optimum.values.assign(std::max(problem.ordinary.steps.size(), problem.augmented.steps.size()), 0.0);
            panel.lines.push_back(std::move(optimum));
        }
        panels.push_back(std::move(panel));
    }
    figure.legend = line_legend(panels);
    add_lines(figure, panels, false, "", cat(title, " at some of the dual steps"));
    return figure;
}

Section figures(const Duality& study) {
    const auto from_optimum = [](const DualityProblem& problem, double value) {
        return (value - problem.optimum) / problem.objective_unit;
    };
    Figure dual = steps_figure(
        study, "Dual values", "g(\u03bb, \u03b1) \u2212 P*",
        [&](const DualityProblem& problem, const DualityStep& step) { return from_optimum(problem, step.dual); }, true);
    dual.caption =
        "The dual value at the multiplier of each dual step. By weak duality it never exceeds P*; how near it comes is "
        "what a method can prove.";
    Figure objective = steps_figure(
        study, "Objective of the iterates", "objective \u2212 P*",
        [&](const DualityProblem& problem, const DualityStep& step) { return from_optimum(problem, step.objective); },
        true);
    objective.caption =
        "The objective of the model that each dual step has. A value below P* is bought with a violation.";
    Figure violation = steps_figure(
        study, "Violation of the iterates", "violation",
        [](const DualityProblem& problem, const DualityStep& step) { return step.violation / problem.violation_unit; },
        false);
    violation.caption = "By how much the constraint is violated at each dual step; zero is feasible.";
    return {"figures", "Figures", "The figures", {support_figure(study), dual, objective, violation}};
}

Table gaps_table(const Duality& study) {
    using One = const DualityProblem&;
    return table_of<DualityProblem>(
        "Gaps", study.problems,
        {{{"problem"}, [](One p) { return p.title; }},
         {{"P*"},
          [](One p) {
              return Number{p.optimum, 7};
          }},
         {{"best ordinary dual"},
          [](One p) {
              return Number{p.ordinary.dual, 7};
          }},
         {{"ordinary gap"}, [](One p) { return Number{p.ordinary.gap}; }},
         {{"best augmented dual"},
          [](One p) {
              return Number{p.augmented.dual, 7};
          }},
         {{"augmented gap"}, [](One p) { return Number{p.augmented.gap}; }},
         {{"how g was found", "", in_words},
          [](One p) { return p.exact ? "on a fine grid" : "lowest of many starts"; }},
         {{"least alpha", "stability"}, [](One p) { return Number{p.least_alpha}; }},
         {{"stability", "of degree 2", in_words}, [](One p) { return words::badge(p.stability); }},
         {{"dual attained", "some g = P*", in_words}, [](One p) { return words::badge(p.attained); }}});
}

Table starts_table(const Duality& study) {
    using One = const DualityProblem&;
    return table_of<DualityProblem>(
        "Lower estimates", study.problems,
        {{{"problem"}, [](One p) { return p.title; }},
         {{"ordinary gap", "at least"}, [](One p) { return Number{p.ordinary_estimate}; }},
         {{"augmented gap", "at least"}, [](One p) { return Number{p.augmented_estimate}; }},
         {{"starts", "at the lowest ordinary value"},
          [](One p) { return say(Count{p.agreeing}, " of ", Count{p.starts}); }}});
}

Table iterates_table(const Duality& study) {
    struct Iterate {
        std::string problem{};
        std::string name{};
        const DualityMethod* method = nullptr;
    };
    std::vector<Iterate> list;
    for (const auto& problem : study.problems) {
        list.push_back({problem.title, "ordinary", &problem.ordinary});
        list.push_back({problem.title, "augmented", &problem.augmented});
        if (problem.downhill) list.push_back({problem.title, "ordinary, downhill only", &*problem.downhill});
    }
    using One = const Iterate&;
    Table table = table_of<Iterate>("Last iterates", list,
                                    {{{"problem"}, [](One i) { return i.problem; }},
                                     {{"method", "", in_words}, [](One i) { return i.name; }},
                                     {{"objective"},
                                      [](One i) {
                                          return Number{i.method->objective, 6};
                                      }},
                                     {{"minus P*"}, [](One i) { return Number{i.method->distance}; }},
                                     {{"violation"}, [](One i) { return Number{i.method->violation}; }},
                                     {{"multiplier"}, [](One i) { return Number{i.method->lambda}; }},
                                     {{"dual steps"}, [](One i) { return Count{i.method->steps.size()}; }},
                                     {{"converges", "feasible and settled", in_words},
                                      [](One i) { return words::badge(i.method->convergence.verdict); }}});
    table.grouped = true;
    return table;
}

Section gaps_section(const Duality& study) {
    return {
        "gaps",
        "Gaps",
        "The gaps",
        {Paragraph{
             R"(Gap: P* minus the largest dual value, over all multipliers for the ordinary dual, over those of its dual
                          steps for the augmented one. Of the network both sides are numbers that minimisations came to:
                          missing a lower value of the Lagrangian makes a gap look smaller than it is, missing a better model
                          makes it look larger.)"},
         gaps_table(study),
         Paragraph{
             R"(The same question asked as a user would, at the one multiplier and penalty that the augmented method ends
                          with: minimisations from many starts give an upper estimate of g, hence a lower estimate of the
                          gap.)"},
         starts_table(study)}};
}

Section iterates_section(const Duality& study) {
    return {
        "iterates",
        "Last iterates",
        "The last iterates",
        {iterates_table(study),
         Paragraph{say(
             R"(The ordinary method of the network minimises its Lagrangian from many starts at every dual step, as the
                           theory asks. )",
             Name{"Downhill only"}, R"( starts from the model before, as training does: it stays in one valley,
                           where there may be no gap.)")}}};
}

/// The problems on which g comes arbitrarily close to P* without reaching it.
Text unattained(const Duality& study) {
    std::vector<Text> without;
    for (const auto& problem : study.problems)
        if (problem.attained == Decision::fails && !problem.by_alpha.empty())
            without.push_back(say(problem.title, " (", Number{problem.by_alpha.back().gap, 2},
                                  " away at alpha = ", Number{problem.by_alpha.back().alpha}, ")"));
    return without.empty() ? Text() : say(", and only in the limit of a growing alpha on ", listed(without));
}

Text lead(const Duality& study) {
    std::vector<Text> with_gap;
    for (const auto& problem : study.problems)
        if (problem.ordinary_leaves_gap)
            with_gap.push_back(say(problem.title, " (", Number{problem.ordinary.gap}, ")"));
    return say(with_gap.empty() ? Text("The ordinary dual leaves no gap on these problems.")
                                : say("The ordinary dual leaves a gap on ", Count{with_gap.size()}, " of ",
                                      counted(study.problems.size(), "problem"), ": ", listed(with_gap), "."),
               " The augmented dual reaches P* on ", Count{study.attained}, " of ", Count{study.problems.size()},
               unattained(study), ". Its last iterate is the answer on ", Count{study.augmented_settles}, " of ",
               Count{study.problems.size()}, "; that of ordinary dual ascent on ", Count{study.ordinary_settles}, ".");
}

Definitions problems_list(const Duality& study) {
    Definitions list;
    for (const auto& problem : study.problems)
        list.entries.push_back({problem.title, say(problem.statement, ". ", problem.remark)});
    return list;
}

}  // namespace

Document page(const Duality& study) {
    const bool people = std::ranges::any_of(study.problems, [](const auto& problem) { return !problem.exact; });
    return {.title = "alcole study duality",
            .kicker = words::kicker("study duality"),
            .heading = "Does the dual reach the problem?",
            .subtitle = "Ordinary and augmented Lagrangian on problems that are not convex",
            .banner = people ? synthetic_banner() : Text(),
            .sections = {{"summary", "In short", "In short", {Paragraph{lead(study), true}}},
                         {"problems", "Problems", "The problems", {problems_list(study)}},
                         gaps_section(study),
                         figures(study),
                         iterates_section(study),
                         settings_section(study.record),
                         cite_section()}};
}

Document summary(const Duality& study) {
    return {.heading = say("the ordinary and the augmented dual: ", Seconds{study.record.seconds}),
            .sections = {{.blocks = {Paragraph{lead(study)}, gaps_table(study), iterates_table(study)}}}};
}

}  // namespace alcole::studies
