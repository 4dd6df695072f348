#include <alcole/dual.hpp>
#include <alcole/lagrangian.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace alcole::dual {
namespace {

double printed(double l, double lambda, double alpha) {
    const bool active = lambda + 2 * alpha * l >= 0;
    return active ? lambda + l / alpha : lambda - 2 * lambda / alpha;
}

}  // namespace

/// The step of the method of multipliers to the price is not left to rounding: there, a constraint gives way.
double raise(DualRule rule, Method method, Relation relation, double l, double lambda, double alpha, double eta,
             double price) {
    if (method == Method::penalty || method == Method::unconstrained) return lambda;
    if (rule == DualRule::printed)
        return relation == Relation::equal_zero ? lambda + l / alpha : std::min(price, printed(l, lambda, alpha));
    const ConstraintTerm now = term(method, relation, l, lambda, alpha, price);
    if (rule != DualRule::gradient && method == Method::augmented && now.weight >= price) return price;
    const double next = lambda + (rule == DualRule::gradient ? eta : 2 * alpha) * now.ascent;
    return relation == Relation::equal_zero ? next : std::min(price, std::max(0.0, next));
}

double step_at(const Options& options, double alpha) {
    const double step = options.dual.step;
    if (options.method != Method::augmented || options.penalty.schedule == PenaltySchedule::constant) return step;
    return std::max(step, std::min(step * alpha / options.penalty.initial, 2 * alpha));
}

double grow(const Options::Penalty& penalty, double alpha, double ascent, double last, std::int64_t iteration) {
    switch (penalty.schedule) {
        case PenaltySchedule::periodic:
            return (iteration + 1) % penalty.interval == 0 ? alpha * penalty.factor : alpha;
        case PenaltySchedule::adaptive:
        case PenaltySchedule::automatic:
            return std::abs(ascent) > penalty.decrease * last ? alpha * penalty.factor : alpha;
        case PenaltySchedule::constant:
            break;
    }
    return alpha;
}

bool measures_at(std::int64_t iteration) {
    constexpr std::int64_t first = 10;
    return iteration >= first && iteration % first == 0 &&
           std::has_single_bit(static_cast<std::uint64_t>(iteration / first));
}

double looseness(const Options::Loose& loose, std::int64_t iteration) {
    if (iteration >= loose.steps) return 0;
    return loose.start * static_cast<double>(loose.steps - iteration) / static_cast<double>(loose.steps);
}

}  // namespace alcole::dual
