#include "base/text.hpp"
#include "run/sweep/chain.hpp"
#include "run/sweep/sweep.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

/// Where tightening starts to cost, and the curve as text.
namespace alcole::run {
namespace {

std::string percent(double share) { return base::short_number(100 * share, 2) + " %"; }

double size_of(double objective) { return std::max(std::abs(objective), 1e-12); }

/// The points from the loosest bound to the tightest.
std::vector<SweepPoint> loosest_first(const Sweep& sweep) {
    std::vector<SweepPoint> points = sweep.points;
    if (!sweep.at_least) std::ranges::reverse(points);
    return points;
}

/// "at 0.001 the objective is 1.3 % above the free one, and tightening by a tenth costs another 0.05 %"
std::string cost_at(const SweepPoint& point, const Sweep& sweep) {
    const double above = (point.objective - sweep.free_objective) / size_of(sweep.free_objective);
    const double tenth = std::abs(point.slope) * 0.1 * point.bound / size_of(sweep.free_objective);
    return "at " + base::short_number(point.bound) + " the objective is " + percent(above) +
           " above the one without, and tightening by a tenth costs about another " + percent(tenth);
}

/// "of 0.012 and above", or below where a lower bound is a looser one.
std::string looser(double bound, const Sweep& sweep) {
    return "of " + base::short_number(bound) + (sweep.at_least ? " and below" : " and above");
}

std::string about_unmet(const std::vector<SweepPoint>& points, const Sweep& sweep) {
    const auto missed = std::ranges::find(points, false, &SweepPoint::met);
    if (missed == points.end()) return "";
    const bool all_beyond = std::none_of(missed, points.end(), std::mem_fn(&SweepPoint::met));
    if (!all_beyond) return " Not every bound was met.";
    return " Bounds of " + base::short_number(missed->bound) + (sweep.at_least ? " and above" : " and below") +
           " were not met.";
}

std::string cell(const std::optional<base::Interval>& interval) {
    if (!interval) return ",,,";
    return "," + base::number_text(interval->estimate) + "," + base::number_text(interval->low) + "," +
           base::number_text(interval->high);
}

}  // namespace

void find_cost(Sweep& sweep) {
    const auto points = loosest_first(sweep);
    const auto costs = [&](const SweepPoint& point) {
        return point.met && point.objective - sweep.free_objective > hair * size_of(sweep.free_objective);
    };
    sweep.costs_below.reset();
    const auto tightest = std::find_if(points.rbegin(), points.rend(), std::mem_fn(&SweepPoint::met));
    if (tightest == points.rend()) {
        sweep.finding = "None of these bounds was met, not even " + base::short_number(points.front().bound) +
                        ", the loosest; sweep looser ones, or see 'alcole explain' for what stands in the way.";
        return;
    }
    const auto first = std::ranges::find_if(points, costs);
    if (first == points.end()) {
        sweep.finding = "None of the bounds that were met costs anything: " + base::short_number(tightest->bound) +
                        ", the tightest of them, is free." + about_unmet(points, sweep);
        return;
    }
    sweep.costs_below = first->bound;
    const std::string cost = cost_at(*tightest, sweep);
    if (first == points.begin() || !std::prev(first)->met)
        sweep.finding = "Every one of these bounds that was met costs something; " + cost + ".";
    else
        sweep.finding = "Bounds " + looser(std::prev(first)->bound, sweep) + " cost next to nothing; " + cost + ".";
    sweep.finding += about_unmet(points, sweep);
}

std::string sweep_csv(const Sweep& sweep) {
    std::string csv = "bound,status,met,objective,slope,risk,train_accuracy";
    for (const std::string name : {"held_out_objective", "held_out_accuracy", "held_out_risk"})
        csv.append(",").append(name).append(",").append(name).append("_low,").append(name).append("_high");
    csv += '\n';
    for (const auto& point : sweep.points) {
        csv += base::number_text(point.bound) + "," + std::string(to_string(point.status)) +
               (point.met ? ",true" : ",false");
        for (const double value : {point.objective, point.slope, point.risk, point.train_accuracy})
            csv += "," + base::number_text(value);
        csv += cell(point.held_out_objective) + cell(point.held_out_accuracy) + cell(point.held_out_risk) + '\n';
    }
    return csv;
}

}  // namespace alcole::run
