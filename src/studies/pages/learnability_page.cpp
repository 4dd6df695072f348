#include "report/format.hpp"
#include "studies/pages/parts.hpp"

#include <algorithm>
#include <functional>

namespace alcole::studies {
namespace {

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

using ValueOf = std::function<Interval(const LearnabilityPoint&)>;

XyCurve curve_of(const LearnabilityCurve& curve, const ValueOf& value_of) {
    XyCurve out{.slot = look_of(curve).slot, .name = std::string(look_of(curve).name)};
    for (const auto& point : curve.points) out.places.push_back({static_cast<double>(point.rows), value_of(point)});
    return out;
}

XyCurve bound_curve(const Learnability& study, double LearnabilityPoint::*value) {
    XyCurve out =
        curve_of(study.curves.front(), [value](const LearnabilityPoint& point) { return words::point(point.*value); });
    out.slot = bound_slot;
    out.name = "the theorem's bound";
    out.line = XyCurve::Line::dashed;
    return out;
}

XyPanel error_panel(const Learnability& study, XyPanel panel, Interval LearnabilityPoint::*error,
                    double LearnabilityPoint::*promised) {
    panel.x_label = "rows N, logarithmic";
    panel.log_x = panel.log_y = true;
    panel.curves.push_back(bound_curve(study, promised));
    for (const auto& curve : study.curves)
        panel.curves.push_back(curve_of(curve, [error](const LearnabilityPoint& point) { return point.*error; }));
    return panel;
}

XyPanel gap_panel(const Learnability& study) {
    return error_panel(study,
                       {.title = "How far from the best",
                        .about = "The distance of the population's objective from P* against the number of rows.",
                        .unit = "|objective \u2212 P*|, logarithmic",
                        .table = "Distance from P*"},
                       &LearnabilityPoint::gap, &LearnabilityPoint::objective_bound);
}

XyPanel violation_panel(const Learnability& study) {
    XyPanel panel = error_panel(study,
                                {.title = "How far from allowed",
                                 .about = "The largest violation in the population against the number of rows.",
                                 .unit = "largest violation, logarithmic",
                                 .table = "Largest violation in the population"},
                                &LearnabilityPoint::violation, &LearnabilityPoint::feasibility_bound);
    if (!study.constraints.empty()) {
        const double c = study.constraints.front().bound;
        XyCurve level = curve_of(study.curves.front(), [c](const LearnabilityPoint&) { return words::point(c); });
        level.slot = constraint_slot;
        level.name = "the bound c itself, for scale";
        level.marks = level.in_table = false;
        level.line = XyCurve::Line::dashed;
        panel.curves.push_back(level);
    }
    return panel;
}

std::size_t seeds_of(const Learnability& study) { return study.curves.front().points.front().runs.size(); }

Figure errors_figure(const Learnability& study) {
    Figure figure{.title = "Errors in the population against the number of rows", .large = true};
    figure.synthetic = true;
    figure.caption =
        say("Means over ", counted(seeds_of(study), "sample"), R"( of each size, with 95 % bootstrap bands; last
                         iterates. Both axes are logarithmic, so an error that falls like a power of N is a straight line and a
                         floor is a level one.)");
    figure.note =
        R"(The dashed line is what the theorem promises for every distribution at once; it falls like N to the power -1/2
                     and lies far above what is measured for this one. What matters is whether a curve goes on falling.)";
    add_curves(figure, {gap_panel(study), violation_panel(study)});
    return figure;
}

Table rates_table(const Learnability& study) {
    using One = const LearnabilityCurve&;
    return table_of<LearnabilityCurve>(
        "Rates", study.curves,
        {{{"method"}, [](One c) { return std::string(look_of(c).name); }},
         {{"dual step"}, [](One c) { return Number{c.dual_step}; }},
         {{"gap", "N^s, all sizes"}, [](One c) { return interval_cell(c.gap.whole); }},
         {{"gap", "upper half"}, [](One c) { return interval_cell(c.gap.late); }},
         {{"gap", "largest N"}, [](One c) { return interval_cell(c.points.back().gap); }},
         {{"violation", "N^s, all sizes"}, [](One c) { return interval_cell(c.violation.whole); }},
         {{"violation", "upper half"}, [](One c) { return interval_cell(c.violation.late); }},
         {{"violation", "largest N"}, [](One c) { return interval_cell(c.points.back().violation); }},
         {{"time", "per run"}, [](One c) { return Seconds{c.seconds}; }}});
}

Badge vacuous(bool is) { return is ? Badge{Tone::open, "vacuous"} : Badge{Tone::good, "says something"}; }

Table theorem_table(const Learnability& study) {
    using One = const LearnabilityPoint&;
    return table_of<LearnabilityPoint>(
        "The theorem's bounds", study.curves.front().points,
        {{{"rows"}, [](One p) { return Count{p.rows}; }},
         {{"bound on the gap"}, [](One p) { return Number{p.objective_bound}; }},
         {{"", "", in_words}, [](One p) { return vacuous(p.objective_vacuous); }},
         {{"gap", "augmented"}, [](One p) { return Number{p.gap.estimate}; }},
         {{"bound on a violation", "largest zeta"}, [](One p) { return Number{p.feasibility_bound}; }},
         {{"", "", in_words}, [](One p) { return vacuous(p.feasibility_vacuous); }},
         {{"violation", "augmented"}, [](One p) { return Number{p.violation.estimate}; }},
         {{"within both", "share of runs"}, [](One p) { return Percent{p.within_bound}; }}});
}

Section theorem_section(const Learnability& study) {
    const auto& last = study.curves.front().points.back().runs.front().theorem;
    const Text delta_lambda = say("\u0394", Index{"\u03bb"});
    const Text delta_alpha = say("\u0394", Index{"\u03b1"});
    return {
        "theorem",
        "The theorem",
        "What the theorem promises",
        {Paragraph{say("With probability ", Number{last.probability}, " the theorem bounds the gap by (2 + ",
                       delta_lambda, ") \u03b6 + ", delta_alpha,
                       " m \u03b6\u00b2 and every violation by its own \u03b6, where \u03b6 is how far the risks of ",
                       Emphasis{"any"},
                       " model of the class can be off on N rows. Here \u03b6 comes from Rademacher "
                       "complexities of ",
                       study.model,
                       R"( with weights in a ball; the ball is the smallest of radius 1, 2, 4, ... around the trained
                           weights, which a union over radii pays for. A bound is )",
                       Emphasis{"vacuous"}, " when it is not below what its quantity could be at most.")},
         theorem_table(study),
         Paragraph{say("With the largest number of rows and the first seed: \u03b6 of the objective ",
                       Number{last.zeta_objective}, ", ", delta_lambda, " ", Number{last.delta_lambda}, ", ",
                       delta_alpha, " ", Number{last.delta_alpha}, ". ", delta_alpha,
                       R"( is the least alpha that makes the
                           Lagrangian strictly convex around the solution, an estimate: that nothing lies lower elsewhere is not
                           shown.)")}}};
}

Paragraph optimum(const Learnability& study) {
    const auto& best = study.optimum;
    return {say(
        "The population is a table of ", Count{study.population}, " synthetic people, ", Count{best.points},
        R"( distinct points; a sample is drawn from it with replacement. So every risk of the population is a finite sum,
                and P* = )",
        Number{best.objective, 8}, " is computed, not estimated: ", Count{best.agreeing}, " of ",
        counted(best.starts, "start"), " ended there. Without constraints it would be ", Number{best.free_objective, 8},
        ". The sum of the multipliers is ", Number{best.lambda_sum}, ", and from ", Percent{best.dual_agreeing},
        " of other starts the Lagrangian at that solution converged to its lowest value, ", Number{best.dual_gap},
        " below P*.")};
}

const Claim* find_claim(const Learnability& study, std::string_view id) {
    const auto found = std::ranges::find(study.claims, id, &Claim::id);
    return found == study.claims.end() ? nullptr : &*found;
}

Text lead(const Learnability& study) {
    const auto& augmented = study.curves[0];
    const auto* claim = find_claim(study, "augmented_gap_vanishes");
    return say("From ", Count{augmented.points.front().rows}, " to ", Count{augmented.points.back().rows},
               " people, the last model of the augmented Lagrangian is ", Number{augmented.points.front().gap.estimate},
               " to ", Number{augmented.points.back().gap.estimate}, " away from the best feasible one",
               augmented.gap.whole ? say(", falling like N to the power ", Mean{*augmented.gap.whole}, " (",
                                         Ends{*augmented.gap.whole}, ")")
                                   : Text(),
               claim != nullptr && claim->verdict == ClaimStatus::holds ? ", without a floor in sight" : "",
               ". The last model of ordinary dual ascent with the same step ends ",
               Number{study.curves[1].points.back().gap.estimate}, " away; with a step a hundred times smaller, ",
               Number{study.curves[2].points.back().gap.estimate}, ".");
}

}  // namespace

Document page(const Learnability& study) {
    Document document{.title = "alcole study learnability (synthetic data)",
                      .kicker = words::kicker("study learnability"),
                      .heading = "Is the constrained problem learned with more data?",
                      .subtitle = say("Gap and violation of last iterates in the population, for ", study.model,
                                      " under ", counted(study.constraints.size(), "constraint")),
                      .banner = synthetic_banner()};
    if (study.curves.size() < 3 || study.curves.front().points.empty()) return document;
    document.sections = {
        {"summary", "In short", "In short", {Paragraph{lead(study), true}}},
        claims_section(study.claims),
        {"figures", "The figure", "The figure", {errors_figure(study)}},
        {"rates",
         "Rates",
         "Fitted rates",
         {Paragraph{
              say(R"(An error that falls like N to the power s. The last iterate of every training is judged in the
                                         whole population; )",
                  Name{"upper half"}, R"( is over the larger sizes alone, where a floor shows as a power near
                                         zero.)")},
          rates_table(study)}},
        theorem_section(study),
        {"population", "The population", "The population", {optimum(study)}},
        settings_section(study.record),
        cite_section()};
    return document;
}

Document summary(const Learnability& study) {
    const auto& last = study.curves.front().points.back();
    return {.heading = say("population of ", Count{study.population}, " synthetic people, ", study.model,
                           ", P* = ", Number{study.optimum.objective, 8}, ": ", Seconds{study.record.seconds}),
            .sections = {{.blocks = {rates_table(study),
                                     Paragraph{say("the theorem's bound, largest N: gap ", Number{last.objective_bound},
                                                   last.objective_vacuous ? " (vacuous)" : "", ", violation ",
                                                   Number{last.feasibility_bound},
                                                   last.feasibility_vacuous ? " (vacuous)" : "")},
                                     claims_table(study.claims)}}}};
}

}  // namespace alcole::studies
