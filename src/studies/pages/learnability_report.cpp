#include "studies/pages/learnability_report.hpp"

#include <alcole/version.hpp>

#include "report/format.hpp"
#include "report/html.hpp"
#include "report/page.hpp"
#include "report/xy_chart.hpp"
#include "studies/pages/sections.hpp"

#include <algorithm>
#include <functional>

namespace alcole::report {
namespace {

using studies::Learnability;
using studies::LearnabilityCurve;
using studies::LearnabilityPoint;

struct Look {
    int slot;
    std::string_view name;
};

Look look_of(const LearnabilityCurve& curve) {
    if (curve.name == "augmented") return {3, "augmented"};
    if (curve.name == "lagrangian") return {1, "ordinary, same step"};
    return {5, "ordinary, step / 100"};
}

constexpr int bound_slot = 6;
constexpr int constraint_slot = 4;

using ValueOf = std::function<base::Interval(const LearnabilityPoint&)>;

XyCurve curve_of(const LearnabilityCurve& curve, const ValueOf& value_of) {
    XyCurve out{.slot = look_of(curve).slot, .name = std::string(look_of(curve).name)};
    for (const auto& point : curve.points) out.places.push_back({static_cast<double>(point.rows), value_of(point)});
    return out;
}

base::Interval just(double value) { return {value, value, value}; }

XyCurve bound_curve(const Learnability& study, double LearnabilityPoint::*value) {
    XyCurve out =
        curve_of(study.curves.front(), [value](const LearnabilityPoint& point) { return just(point.*value); });
    out.slot = bound_slot;
    out.name = "the theorem's bound";
    out.dashed = true;
    return out;
}

XyPanel gap_panel(const Learnability& study) {
    XyPanel panel{.title = "How far from the best",
                  .about = "The distance of the population's objective from P* against the number of rows.",
                  .unit = "|objective \u2212 P*|, logarithmic",
                  .x_label = "rows N, logarithmic",
                  .log_x = true,
                  .log_y = true};
    panel.curves.push_back(bound_curve(study, &LearnabilityPoint::objective_bound));
    for (const auto& curve : study.curves)
        panel.curves.push_back(curve_of(curve, [](const LearnabilityPoint& point) { return point.gap; }));
    return panel;
}

XyPanel violation_panel(const Learnability& study) {
    XyPanel panel{.title = "How far from allowed",
                  .about = "The largest violation in the population against the number of rows.",
                  .unit = "largest violation, logarithmic",
                  .x_label = "rows N, logarithmic",
                  .log_x = true,
                  .log_y = true};
    panel.curves.push_back(bound_curve(study, &LearnabilityPoint::feasibility_bound));
    for (const auto& curve : study.curves)
        panel.curves.push_back(curve_of(curve, [](const LearnabilityPoint& point) { return point.violation; }));
    if (!study.constraints.empty()) {
        const double c = study.constraints.front().bound;
        XyCurve level = curve_of(study.curves.front(), [c](const LearnabilityPoint&) { return just(c); });
        level.slot = constraint_slot;
        level.name = "the bound c itself, for scale";
        level.marks = false;
        level.dashed = true;
        panel.curves.push_back(level);
    }
    return panel;
}

std::size_t seeds_of(const Learnability& study) { return study.curves.front().points.front().runs.size(); }

Figure errors_figure(const Learnability& study) {
    const std::vector<XyPanel> panels = {gap_panel(study), violation_panel(study)};
    Figure figure{.number = 1, .title = "Errors in the population against the number of rows", .large = true};
    figure.synthetic = true;
    figure.caption = cat(
        "Means over ", plural(seeds_of(study), "sample", "samples"),
        " of each size, with 95 % bootstrap bands; last iterates. Both axes are logarithmic, so an error that falls "
        "like a power of N is a straight line and a floor is a level one.");
    figure.note =
        "The dashed line is what the theorem promises for every distribution at once; it falls like N to the power "
        "-1/2 and lies far above what is measured for this one. What matters is whether a curve goes on falling.";
    figure.legend = xy_legend(panels);
    for (const auto& panel : panels) figure.panels.push_back(draw_xy(panel));
    figure.table = xy_table(panels[0], "Distance from P*") + xy_table(panels[1], "Largest violation in the population");
    return figure;
}

std::string rate_text(const std::optional<base::Interval>& rate) {
    return rate ? cat(estimate_text(*rate), "<small>", range_text(*rate), "</small>") : std::string("\u2013");
}

std::string rates_table(const Learnability& study) {
    NumberTable table("Rates", {{"method", ""},
                                {"dual step", ""},
                                {"gap", "N^s, all sizes"},
                                {"gap", "upper half"},
                                {"gap", "largest N"},
                                {"violation", "N^s, all sizes"},
                                {"violation", "upper half"},
                                {"violation", "largest N"},
                                {"time", "per run"}});
    for (const auto& curve : study.curves) {
        table.begin_row(look_of(curve).name);
        table.cell(number(curve.dual_step));
        table.cell(rate_text(curve.gap.whole));
        table.cell(rate_text(curve.gap.late));
        table.interval_cell(curve.points.back().gap);
        table.cell(rate_text(curve.violation.whole));
        table.cell(rate_text(curve.violation.late));
        table.interval_cell(curve.points.back().violation);
        table.cell(duration(curve.seconds));
        table.end_row();
    }
    return cat(
        "<p>An error that falls like N to the power s. The last iterate of every training is judged in the "
        "whole population; \u201cupper half\u201d is over the larger sizes alone, where a floor shows as a power "
        "near zero.</p>\n",
        table.html());
}

std::string vacuous_text(bool vacuous) {
    return vacuous ? badge(Tone::open, "?", "vacuous") : badge(Tone::good, "\u2713", "says something");
}

std::string theorem_table(const Learnability& study) {
    NumberTable table("The theorem's bounds", {{"rows", ""},
                                               {"bound on the gap", ""},
                                               {"", "", true},
                                               {"gap", "augmented"},
                                               {"bound on a violation", "largest zeta"},
                                               {"", "", true},
                                               {"violation", "augmented"},
                                               {"within both", "share of runs"}});
    for (const auto& point : study.curves.front().points) {
        table.begin_row(count(point.rows));
        table.cell(number(point.objective_bound));
        table.word_cell(vacuous_text(point.objective_vacuous));
        table.cell(number(point.gap.estimate));
        table.cell(number(point.feasibility_bound));
        table.word_cell(vacuous_text(point.feasibility_vacuous));
        table.cell(number(point.violation.estimate));
        table.cell(percent_text(point.within_bound, 0));
        table.end_row();
    }
    return table.html();
}

std::string theorem_section(const Learnability& study) {
    const auto& last = study.curves.front().points.back().runs.front().theorem;
    return cat("<p>With probability ", number(last.probability),
               " the theorem bounds the gap by (2 + \u0394<sub>\u03bb</sub>) \u03b6 + \u0394<sub>\u03b1</sub> m "
               "\u03b6\u00b2 and "
               "every violation by its own \u03b6, where \u03b6 is how far the risks of <em>any</em> model of the "
               "class can be "
               "off on N rows. Here \u03b6 comes from Rademacher complexities of ",
               escape(study.model),
               " with weights in a ball; the ball is the least of radius 1, 2, 4, ... around the trained weights, "
               "which a union "
               "over radii pays for. A bound is <em>vacuous</em> when it is not below what its quantity could be at "
               "most.</p>\n",
               theorem_table(study), "<p>With the largest number of rows and the first seed: \u03b6 of the objective ",
               number(last.zeta_objective), ", \u0394<sub>\u03bb</sub> ", number(last.delta_lambda),
               ", \u0394<sub>\u03b1</sub> ", number(last.delta_alpha),
               ". \u0394<sub>\u03b1</sub> is the least alpha that makes the Lagrangian strictly convex around the "
               "solution, an estimate: that nothing lies lower elsewhere is not shown.</p>\n");
}

std::string optimum_section(const Learnability& study) {
    const auto& best = study.optimum;
    return cat(
        "<p>The population is a table of ", count(study.population), " synthetic people, ", count(best.points),
        " distinct points; a sample is drawn from it with replacement. So every risk of the population is a finite "
        "sum, and P* = <b>",
        number(best.objective, 8), "</b> is computed, not estimated: ", count(best.agreeing), " of ",
        plural(best.starts, "start", "starts"), " ended there. Without constraints it would be ",
        number(best.free_objective, 8), ". The sum of the multipliers is ", number(best.lambda_sum), ", and from ",
        percent_text(best.dual_agreeing, 0),
        " of other starts the Lagrangian at that solution "
        "came to rest at its lowest value, ",
        number(best.dual_gap), " below P*.</p>\n");
}

const studies::Claim* find_claim(const Learnability& study, std::string_view id) {
    const auto found = std::ranges::find(study.claims, id, &studies::Claim::id);
    return found == study.claims.end() ? nullptr : &*found;
}

std::string lead(const Learnability& study) {
    const auto& augmented = study.curves[0];
    std::string out = cat(
        R"(<p class="lead">From )", count(augmented.points.front().rows), " to ", count(augmented.points.back().rows),
        " people, the last model of the augmented Lagrangian is ", number(augmented.points.front().gap.estimate),
        " to ", number(augmented.points.back().gap.estimate), " away from the best one allowed");
    if (augmented.gap.whole) out += cat(", falling like N to the power ", interval_text(*augmented.gap.whole));
    const auto* claim = find_claim(study, "augmented_gap_vanishes");
    if (claim != nullptr && claim->verdict == studies::Verdict::holds) out += ", without a floor in sight";
    return cat(out, ". The last model of ordinary dual ascent with the same step ends ",
               number(study.curves[1].points.back().gap.estimate), " away; with a step a hundred times smaller, ",
               number(study.curves[2].points.back().gap.estimate), ".</p>\n");
}

}  // namespace

std::string learnability_html(const Learnability& study) {
    Page page{.title = "alcole study learnability (synthetic data)",
              .kicker = cat("alcole ", version, " \u00b7 study learnability"),
              .heading = "Is the constrained problem learned with more data?",
              .banner = std::string(synthetic_banner),
              .contents = {{"summary", "In short"},
                           {"claims", "Claims"},
                           {"figures", "The figure"},
                           {"rates", "Rates"},
                           {"theorem", "The theorem"},
                           {"population", "The population"},
                           {"settings", "Settings"},
                           {"cite", "Cite"}}};
    page.subtitle = cat("Gap and violation of last iterates in the population, for ", escape(study.model), " under ",
                        plural(study.constraints.size(), "constraint", "constraints"));
    if (study.curves.size() < 3 || study.curves.front().points.empty()) return page_html(page);
    page.main = section("summary", "In short", lead(study)) + claims_section(study.claims) +
                section("figures", "The figure", figures_hint() + figure_html(errors_figure(study))) +
                section("rates", "Fitted rates", rates_table(study)) +
                section("theorem", "What the theorem promises", theorem_section(study)) +
                section("population", "The population", optimum_section(study)) +
                settings_section(study.settings, study.versions, study.seconds) + cite_section();
    return page_html(page);
}

}  // namespace alcole::report
