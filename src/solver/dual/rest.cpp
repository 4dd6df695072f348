#include "solver/dual/rest.hpp"

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
bool rests(const Constraints& constraints, std::size_t i, const Mean& l, const Mean& lambda, double worth) {
    const double within = std::max(0.01 * constraints.units[i], noise * l.error);
    if (constraints.violation(i, l.value) > within) return false;
    const double price = std::abs(lambda.value);
    if (price * l.spread > 0.02 * worth) return false;
    return price * std::abs(l.value) <= std::max(1e-3 * worth, price * noise * l.error);
}

}  // namespace

void note(detail::Rest& rest, std::span<const double> values, std::int64_t steps) {
    if (rest.dual_steps == 0 || rest.origin.size() != values.size() || rest.sum.size() != values.size() ||
        rest.squares.size() != values.size()) {
        rest.dual_steps = 0;
        rest.origin.assign(values.begin(), values.end());
        rest.sum.assign(values.size(), 0.0);
        rest.squares.assign(values.size(), 0.0);
        rest.begun = steps;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double away = values[i] - rest.origin[i];
        rest.sum[i] += away;
        rest.squares[i] += away * away;
    }
    ++rest.dual_steps;
}

void turn(detail::Rest& rest) {
    rest.before.resize(rest.sum.size());
    for (std::size_t i = 0; i < rest.sum.size(); ++i) rest.before[i] = mean_of(rest, i).value;
    rest.dual_steps = 0;
}

Mean mean_of(const detail::Rest& rest, std::size_t i) {
    const auto n = static_cast<double>(rest.dual_steps);
    const double away = rest.sum[i] / n;
    const double variance = std::max(0.0, rest.squares[i] / n - away * away);
    return {.value = rest.origin[i] + away, .spread = std::sqrt(variance), .error = std::sqrt(variance / n)};
}

bool long_enough(const detail::Rest& rest, std::int64_t steps) {
    return rest.dual_steps >= min_dual_steps && steps - rest.begun >= min_steps;
}

bool at_rest(const detail::Rest& rest, const Constraints& constraints, double first, bool constrained) {
    if (rest.before.size() != rest.sum.size()) return false;  // this is the first stretch
    const std::size_t m = constraints.size();
    const Mean objective = mean_of(rest, 0);
    const double worth = std::max(std::abs(objective.value), std::abs(objective.value - first));
    if (objective.error > 0.01 * worth || !same(rest.before[0], objective, 1e-3 * worth)) return false;
    for (std::size_t i = 0; constrained && i < m; ++i) {
        const Mean lambda = mean_of(rest, 1 + m + i);
        if (!same(rest.before[1 + m + i], lambda, 0.05 * std::abs(lambda.value))) return false;
        if (!rests(constraints, i, mean_of(rest, 1 + i), lambda, worth)) return false;
    }
    return true;
}

}  // namespace alcole::solver
