#include "words/parts.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::words {
namespace {

using learning::Sweep;
using learning::SweepPoint;

/// "at 0.001 the objective is 1.3 % above the free one, and tightening by a tenth costs another 0.05 %"
Text cost_at(const SweepPoint& point, const Sweep& sweep) {
    const double free = std::max(std::abs(sweep.free_objective), 1e-12);
    return say("at ", Number{point.bound}, " the objective is ",
               Percent{(point.objective - sweep.free_objective) / free, 2},
               " above the one without, and tightening by a tenth costs about another ",
               Percent{std::abs(point.slope) * 0.1 * point.bound / free, 2}, ".");
}

Text about_unmet(const std::vector<SweepPoint>& points, const Sweep& sweep) {
    const auto missed = std::ranges::find(points, false, &SweepPoint::met);
    if (missed == points.end()) return {};
    if (std::any_of(missed, points.end(), std::mem_fn(&SweepPoint::met))) return " Not every bound was met.";
    return say(" Bounds of ", Number{missed->bound}, sweep.at_least ? " and above" : " and below", " were not met.");
}

Text swept(const Sweep& sweep) {
    return sweep.constraint.empty() ? Text("all constraints") : Text(Name{sweep.constraint});
}

Badge verdict_badge(const SweepPoint& point) {
    if (point.met) return {Tone::good, "met"};
    return {Tone::bad, point.status == Status::infeasible ? "cannot be met" : "not met"};
}

Table points_table(const Sweep& sweep) {
    const bool percent = is_share(sweep.task);
    const std::string quality = quality_name(sweep.task);
    const bool folds = sweep.folds > 0;
    using One = const SweepPoint&;
    return table_of<SweepPoint>(
        "Every bound", sweep.points,
        {{{"bound"}, [](One p) { return Number{p.bound}; }},
         {{"verdict", "", in_words}, verdict_badge},
         {{"objective"},
          [](One p) {
              return Number{p.objective, 5};
          }},
         {{"multiplier"}, [](One p) { return Number{std::abs(p.slope)}; }},
         {{"risk"}, [](One p) { return Number{p.risk}; }},
         {{quality}, [&](One p) { return percent ? Text(Percent{p.train_accuracy}) : Text(Number{p.train_accuracy}); }},
         {{"objective", "held out"}, [](One p) { return interval_cell(p.held_out_objective); }, folds},
         {{"risk", "held out"}, [](One p) { return interval_cell(p.held_out_risk); }, folds},
         {{quality, "held out"}, [&](One p) { return interval_cell(p.held_out_accuracy, percent); }, folds}});
}

Text in_short(const Sweep& sweep) {
    const auto met = static_cast<std::size_t>(std::ranges::count(sweep.points, true, &SweepPoint::met));
    return say("Of ", counted(sweep.points.size(), "bound"), " tried on ", swept(sweep), ", ", Count{met},
               met == 1 ? " was" : " were", " met. Without ", sweep.constraint.empty() ? "them" : "it",
               " the training objective is ", Number{sweep.free_objective, 5}, ". The sweep took ",
               Seconds{sweep.seconds}, ".");
}

/// p(u) >= p(0) - <lambda, u> - alpha |u|^2 along the curve.
Paragraph stability_paragraph(const Sweep& sweep, bool with_badge) {
    if (!sweep.stability) return {};
    const Text noise = say(" Differences below ", Number{sweep.stability->noise, 2}, " are ignored.");
    return {with_badge ? say(badge(sweep.stability->verdict), " ", stability(*sweep.stability), noise)
                       : say(stability(*sweep.stability), noise)};
}

}  // namespace

Text finding(const Sweep& sweep) {
    std::vector<SweepPoint> points = sweep.points;
    if (points.empty()) return {};
    if (!sweep.at_least) std::ranges::reverse(points);  // from the loosest bound to the tightest
    const auto tightest = std::find_if(points.rbegin(), points.rend(), std::mem_fn(&SweepPoint::met));
    if (tightest == points.rend())
        return say("None of these bounds was met, not even ", Number{points.front().bound},
                   ", the loosest; sweep looser ones, or see 'alcole explain' for what stands in the way.");
    if (!sweep.costs_below)
        return say("None of the bounds that were met costs anything: ", Number{tightest->bound},
                   ", the tightest of them, is free.", about_unmet(points, sweep));
    const auto first = std::ranges::find(points, *sweep.costs_below, &SweepPoint::bound);
    const bool all_cost = first == points.begin() || first == points.end() || !std::prev(first)->met;
    return say(all_cost ? Text("Every one of these bounds that was met costs something; ")
                        : say("Bounds of ", Number{std::prev(first)->bound},
                              sweep.at_least ? " and below" : " and above", " cost next to nothing; "),
               cost_at(*tightest, sweep), about_unmet(points, sweep));
}

Text stability(const learning::SweepStability& found) {
    const Text where = say("At ", Number{found.base},
                           found.own     ? Text(", the bound of the run file, ")
                           : found.asked ? say(", the bound nearest to the run file's ", Number{*found.asked}, ", ")
                                         : Text(", the bound nearest to those of the run file, "));
    if (found.bounds == 0) return say(where, "there is no other bound to test stability of degree 2 with.");
    if (found.growing)
        return say(where,
                   "stability of degree 2 cannot be decided: the required penalty grows towards the bound, up to ",
                   Number{found.alpha}, ", so that the multipliers are not the slope of the curve there.");
    if (!found.deciding)
        return say(where, "the curve lies above its tangent at ",
                   found.bounds == 1 ? Text("the other bound") : say("all ", Count{found.bounds}, " other bounds"),
                   ": any penalty alpha > 0 is enough (stability of degree 2).");
    return say(where, "a penalty of alpha = ", Number{found.alpha}, " is enough for the ",
               found.bounds == 1 ? Text("other bound") : say(Count{found.bounds}, " other bounds"),
               " (stability of degree 2); ", Number{*found.deciding}, " requires it.");
}

Document sweep_page(const Sweep& sweep) {
    return {
        .title = "alcole sweep: " + sweep.target + " from " + sweep.data_file,
        .kicker = kicker("sweep"),
        .heading = "What does a tighter bound cost?",
        .subtitle = say(Emphasis{sweep.target}, " from ", Emphasis{sweep.data_file}, ", bounds on ", swept(sweep)),
        .sections = {{"summary",
                      "In short",
                      "In short",
                      {Paragraph{finding(sweep), true}, Paragraph{in_short(sweep)}, stability_paragraph(sweep, true)}},
                     {"figures", "The curve", "The curve", {trade_off_figure(sweep)}},
                     {"points", "Every bound", "Every bound", {points_table(sweep)}}}};
}

Document sweep_summary(const Sweep& sweep) {
    return {.heading = say(sweep.data_file, ", target ", Name{sweep.target}, ", bounds on ", swept(sweep)),
            .sections = {{.blocks = {Paragraph{finding(sweep)}, points_table(sweep), Paragraph{in_short(sweep)},
                                     stability_paragraph(sweep, false)}}}};
}

}  // namespace alcole::words
