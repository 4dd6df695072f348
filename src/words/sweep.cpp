#include "words/sweep.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace alcole::words {
namespace {

using base::percent;
using base::short_number;
using run::Sweep;
using run::SweepPoint;

/// "at 0.001 the objective is 1.3 % above the free one, and tightening by a tenth costs another 0.05 %"
std::string cost_at(const SweepPoint& point, const Sweep& sweep) {
    const double free = std::max(std::abs(sweep.free_objective), 1e-12);
    const double above = (point.objective - sweep.free_objective) / free;
    const double tenth = std::abs(point.slope) * 0.1 * point.bound / free;
    return "at " + short_number(point.bound) + " the objective is " + percent(above) +
           " above the one without, and tightening by a tenth costs about another " + percent(tenth) + ".";
}

std::string about_unmet(const std::vector<SweepPoint>& points, const Sweep& sweep) {
    const auto missed = std::ranges::find(points, false, &SweepPoint::met);
    if (missed == points.end()) return "";
    if (std::any_of(missed, points.end(), std::mem_fn(&SweepPoint::met))) return " Not every bound was met.";
    return " Bounds of " + short_number(missed->bound) + (sweep.at_least ? " and above" : " and below") +
           " were not met.";
}

}  // namespace

std::string finding(const Sweep& sweep) {
    std::vector<SweepPoint> points = sweep.points;
    if (points.empty()) return "";
    if (!sweep.at_least) std::ranges::reverse(points);  // from the loosest bound to the tightest
    const auto tightest = std::find_if(points.rbegin(), points.rend(), std::mem_fn(&SweepPoint::met));
    if (tightest == points.rend())
        return "None of these bounds was met, not even " + short_number(points.front().bound) +
               ", the loosest; sweep looser ones, or see 'alcole explain' for what stands in the way.";
    if (!sweep.costs_below)
        return "None of the bounds that were met costs anything: " + short_number(tightest->bound) +
               ", the tightest of them, is free." + about_unmet(points, sweep);
    const auto first = std::ranges::find(points, *sweep.costs_below, &SweepPoint::bound);
    const bool all_cost = first == points.begin() || first == points.end() || !std::prev(first)->met;
    return (all_cost ? "Every one of these bounds that was met costs something; "
                     : "Bounds of " + short_number(std::prev(first)->bound) +
                           (sweep.at_least ? " and below" : " and above") + " cost next to nothing; ") +
           cost_at(*tightest, sweep) + about_unmet(points, sweep);
}

std::string stability(const run::SweepStability& found) {
    const std::string where =
        "At " + short_number(found.base) +
        (found.own     ? ", the bound of the run file, "
         : found.asked ? ", the bound nearest to the run file's " + short_number(*found.asked) + ", "
                       : ", the bound nearest to those of the run file, ");
    if (found.bounds == 0) return where + "there is no other bound to test stability of degree 2 with.";
    if (found.growing)
        return where + "stability of degree 2 cannot be told: the penalty asked for grows towards the bound, up to " +
               short_number(found.alpha) + ", so that the multipliers are not the slope of the curve there.";
    if (!found.deciding)
        return where + "the curve lies above its tangent at all " + std::to_string(found.bounds) +
               " other bounds: any penalty alpha > 0 is enough (stability of degree 2).";
    return where + "a penalty of alpha = " + short_number(found.alpha) + " is enough for the " +
           std::to_string(found.bounds) + " other bounds (stability of degree 2); " + short_number(*found.deciding) +
           " asks for it.";
}

}  // namespace alcole::words
