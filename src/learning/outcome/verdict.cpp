#include <alcole/learning/module.hpp>
#include <alcole/learning/outcome.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace alcole::learning {
double allowance(double bound) {
    constexpr double share = 0.01;
    return share * tabular::size_of_bound(bound);
}

ConstraintStatus verdict_on(double slack, std::optional<double> held_out, double bound) {
    // The comparison is false for a risk that is not a number, which therefore counts as not met.
    const auto met = [bound](double s) { return s <= allowance(bound); };
    if (!met(slack)) return ConstraintStatus::not_met;
    return held_out && !met(*held_out) ? ConstraintStatus::met_in_training : ConstraintStatus::met;
}

bool binds(double multiplier, double bound, double objective) {
    constexpr double negligible = 1e-6;
    return multiplier * tabular::size_of_bound(bound) > negligible * std::max(std::abs(objective), 1e-3);
}

Judged as_fraction(Judged judged, double bound, bool at_least) {
    const auto fraction = std::exchange(judged.fraction, std::nullopt);
    judged.risk = fraction.value_or(std::numeric_limits<double>::quiet_NaN());
    judged.slack = !fraction ? 0 : at_least ? bound - *fraction : *fraction - bound;
    judged.interval.reset();
    return judged;
}

ConstraintOutcome as_stated(ConstraintOutcome constraint) {
    if (!constraint.fraction_bound) return constraint;
    constraint.bound = *std::exchange(constraint.fraction_bound, std::nullopt);
    constraint.multiplier = constraint.fraction_multiplier.value_or(0);
    if (constraint.unconstrained) constraint.unconstrained = constraint.unconstrained_fraction;
    constraint.train = as_fraction(constraint.train, constraint.bound, constraint.at_least);
    if (constraint.test) constraint.test = as_fraction(*constraint.test, constraint.bound, constraint.at_least);
    return constraint;
}

Outcome as_stated(Outcome outcome) {
    for (auto& constraint : outcome.constraints) constraint = as_stated(std::move(constraint));
    return outcome;
}

std::vector<std::size_t> in_conflict(std::span<const double> multipliers, std::span<const double> bounds) {
    constexpr double share = 0.01;
    const auto weight = [&](std::size_t i) { return std::abs(multipliers[i]) * tabular::size_of_bound(bounds[i]); };
    double largest = 0;
    for (std::size_t i = 0; i < multipliers.size(); ++i) largest = std::max(largest, weight(i));
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < multipliers.size(); ++i)
        if (largest > 0 && weight(i) >= share * largest) places.push_back(i);
    return places;
}

}  // namespace alcole::learning
