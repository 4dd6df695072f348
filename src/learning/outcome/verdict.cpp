#include <alcole/learning/module.hpp>
#include <alcole/learning/outcome.hpp>

#include <algorithm>
#include <cmath>

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
