// What the constraints cost together: the model beside the same one without them.
#include "words/parts.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace alcole::words {
namespace {

using learning::ConstraintOutcome;
using learning::ConstraintStatus;
using learning::Outcome;

/// ": meeting them costs 0.4 percentage points". `lost`: by how much the model without the constraints is better.
Text costs(const Outcome& outcome, double lost, const Text& amount, const char* nothing) {
    if (std::ranges::count(outcome.constraints, ConstraintStatus::not_met, &ConstraintOutcome::verdict) > 0) return {};
    return say(": meeting ", one_per_gap(outcome.constraints).size() == 1 ? "it" : "them", " costs ",
               lost > 0 ? amount : Text(nothing));
}

/// Two models that differ by so few rows: even if these were the only rows on which they disagree, a difference of k of
/// them is beyond chance (95 %) only where k > 1.96 sqrt(k).
bool may_be_chance(double lost, std::size_t rows) {
    constexpr double few = 1.96 * 1.96;
    return lost * static_cast<double>(rows) <= few;
}

/// The constraint that the model without any is farthest from meeting, in units of its bound.
std::optional<ConstraintOutcome> most_violated(const Outcome& outcome) {
    std::optional<ConstraintOutcome> worst;
    double most = 0;
    for (const auto& any : outcome.constraints) {
        const ConstraintOutcome constraint = learning::as_stated(any);
        if (!constraint.unconstrained) continue;
        const double difference = *constraint.unconstrained - constraint.bound;
        const double over = constraint.at_least ? -difference : difference;
        const double relative = over / std::max(std::abs(constraint.bound), 1e-12);
        if (over <= learning::allowance(constraint.bound) || relative <= most) continue;
        most = relative;
        worst = constraint;
    }
    return worst;
}

}  // namespace

Text cost(const Outcome& outcome) {
    if (!outcome.unconstrained) return {};
    const learning::Unconstrained& without = *outcome.unconstrained;
    const auto& here = judged_side(outcome).metrics;
    const auto& there = judged_side(without).metrics;
    const char* rows = outcome.test ? "the held-out rows" : "its training rows";
    const bool one = one_per_gap(outcome.constraints).size() == 1;
    constexpr double none = 0.0005;  // of r squared: 0.05 % of the variance
    Text text = say("Without the ", one ? "constraint" : "constraints", ", the same kind of model ");
    if (here.accuracy && there.accuracy) {
        const double lost = *there.accuracy - *here.accuracy;
        const Text points = say(Number{100 * lost, 2}, " percentage points there");
        text += say("is correct for ", Percent{*there.accuracy}, " of ", rows,
                    costs(outcome, lost, may_be_chance(lost, here.rows) ? say(points, ", which may be chance") : points,
                          "no accuracy"));
    } else if (here.r_squared && there.r_squared) {
        const double lost = *there.r_squared - *here.r_squared;
        text += say("has an r squared of ", Number{*there.r_squared}, " on ", rows,
                    costs(outcome, lost < none ? 0 : lost, say(Number{lost, 2}, " of it"), "none of it"));
    } else {
        return {};
    }
    const bool rested = without.status == Status::converged || without.status == Status::settled;
    text += rested ? "." : " (its search did not converge).";
    const auto worst = most_violated(outcome);
    if (!worst) return say(text, " It meets ", one ? "it" : "them", " too.");
    return say(text, " It misses ", Name{worst->name}, ": ", Number{*worst->unconstrained},
               " on its training rows instead of ", bound(*worst), ".");
}

}  // namespace alcole::words
