#include "learning/training/steps_left.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::learning {
namespace {

/// Residuals beyond are not known to take longer; nor are those that no dual step has measured yet.
constexpr double large_residual = 150;
constexpr double shortest = 0.25;
constexpr double longest = 5;

}  // namespace

Interval steps_left(const SearchKind& kind, const Step& step) {
    const double typical = (kind.linear ? 0.5 : 1.0) * (!kind.constrained ? 3 : kind.rates ? 11 : 5);
    const double residual = std::clamp(step.residual, 1.0, large_residual);
    const double width = kind.rates ? step.width : 1;
    const double left = typical * std::pow(static_cast<double>(step.steps), 2.0 / 3) * std::pow(residual, 1.0 / 5) *
                        std::pow(width, 1.0 / 4);
    return {.estimate = left, .low = shortest * left, .high = longest * left};
}

std::optional<Interval> until(double limit, Interval left) {
    if (limit <= left.low) return std::nullopt;
    return Interval{.estimate = std::min(left.estimate, limit), .low = left.low, .high = std::min(left.high, limit)};
}

}  // namespace alcole::learning
