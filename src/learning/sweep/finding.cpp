#include "base/text.hpp"
#include "learning/sweep/chain.hpp"
#include "learning/sweep/sweep.hpp"

#include <algorithm>
#include <cmath>

/// Where tightening starts to cost, and the curve as text.
namespace alcole::learning {
namespace {

double size_of(double objective) { return std::max(std::abs(objective), 1e-12); }

/// The points from the loosest bound to the tightest.
std::vector<SweepPoint> loosest_first(const Sweep& sweep) {
    std::vector<SweepPoint> points = sweep.points;
    if (!sweep.at_least) std::ranges::reverse(points);
    return points;
}

std::string cell(const std::optional<Interval>& interval) {
    if (!interval) return ",,,";
    return "," + base::number_text(interval->estimate) + "," + base::number_text(interval->low) + "," +
           base::number_text(interval->high);
}

}  // namespace

void find_cost(Sweep& sweep) {
    const auto points = loosest_first(sweep);
    const auto first = std::ranges::find_if(points, [&](const SweepPoint& point) {
        return point.met && point.objective - sweep.free_objective > hair * size_of(sweep.free_objective);
    });
    sweep.costs_below = first == points.end() ? std::nullopt : std::optional(first->bound);
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

}  // namespace alcole::learning
