#include "solver/dual/settling.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::solver {
namespace {

constexpr std::int64_t min_dual_steps = 20;
constexpr std::int64_t min_steps = 2000;

/// A difference of two means within this many of its standard errors is noise.
constexpr double noise = 2;

bool same(double before, const Mean& now, double allowed) {
    return std::abs(now.value - before) <= std::max(allowed, noise * std::sqrt(2.0) * now.error);
}

/// Whether constraint i, with mean value `l` and mean multiplier `lambda`, has settled; `worth` is the scale of the
/// objective.
bool has_settled(const Constraints& constraints, std::size_t i, const Mean& l, const Mean& lambda, double worth) {
    const double within = std::max(0.01 * constraints.units[i], noise * l.error);
    if (constraints.residual(i, l.value, lambda.value) > within) return false;
    const double price = std::abs(lambda.value);
    if (price * l.spread > 0.02 * worth) return false;
    return std::abs(constraints.product(i, l.value, lambda.value)) <= std::max(1e-3 * worth, price * noise * l.error);
}

}  // namespace

void note(detail::Settling& settling, std::span<const double> values, std::int64_t steps) {
    if (settling.dual_steps == 0 || settling.origin.size() != values.size() || settling.sum.size() != values.size() ||
        settling.squares.size() != values.size()) {
        settling.dual_steps = 0;
        settling.origin.assign(values.begin(), values.end());
        settling.sum.assign(values.size(), 0.0);
        settling.squares.assign(values.size(), 0.0);
        settling.begun = steps;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double away = values[i] - settling.origin[i];
        settling.sum[i] += away;
        settling.squares[i] += away * away;
    }
    ++settling.dual_steps;
}

void end_stretch(detail::Settling& settling) {
    settling.before.resize(settling.sum.size());
    for (std::size_t i = 0; i < settling.sum.size(); ++i) settling.before[i] = mean_of(settling, i).value;
    settling.dual_steps = 0;
}

Mean mean_of(const detail::Settling& settling, std::size_t i) {
    const auto n = static_cast<double>(settling.dual_steps);
    const double away = settling.sum[i] / n;
    const double variance = std::max(0.0, settling.squares[i] / n - away * away);
    return {.value = settling.origin[i] + away, .spread = std::sqrt(variance), .error = std::sqrt(variance / n)};
}

bool long_enough(const detail::Settling& settling, std::int64_t steps) {
    return settling.dual_steps >= min_dual_steps && steps - settling.begun >= min_steps;
}

bool has_settled(const detail::Settling& settling, const Constraints& constraints, double first, bool constrained) {
    if (settling.before.size() != settling.sum.size()) return false;  // this is the first stretch
    const std::size_t m = constraints.size();
    const Mean objective = mean_of(settling, 0);
    const double worth = std::max(std::abs(objective.value), std::abs(objective.value - first));
    if (objective.error > 0.01 * worth || !same(settling.before[0], objective, 1e-3 * worth)) return false;
    for (std::size_t i = 0; constrained && i < m; ++i) {
        const Mean lambda = mean_of(settling, 1 + m + i);
        if (!same(settling.before[1 + m + i], lambda, 0.05 * std::abs(lambda.value))) return false;
        if (!has_settled(constraints, i, mean_of(settling, 1 + i), lambda, worth)) return false;
    }
    return true;
}

}  // namespace alcole::solver
