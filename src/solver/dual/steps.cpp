#include "solver/dual/steps.hpp"

#include "solver/dual/scales.hpp"
#include "solver/dual/settling.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace alcole::solver {
namespace {

/// If the largest d has not halved within patience_for_ascent dual steps, all penalties grow by growth_of_all.
constexpr std::int64_t patience_for_ascent = 3;
constexpr double growth_of_all = 10;

}  // namespace

/// The current relaxation of the bound of constraint i; equalities are never relaxed.
double DualSteps::relaxation(std::size_t i) const {
    return constraints_.equality(i) ? 0 : relaxation() * constraints_.units[i];
}

Lagrangian DualSteps::lagrangian(std::span<const double> lambda) {
    for (std::size_t i = 0; i < offset_.size(); ++i) offset_[i] = state_.memory.levels[i].shift + relaxation(i);
    return {.method = options_.method,
            .relations = constraints_.relations,
            .lambda = lambda,
            .alpha = state_.alpha,
            .offset = offset_,
            .price = constraints_.prices};
}

double DualSteps::steering(const At& at, std::size_t i) const {
    return at.steering[i + 1] - state_.memory.levels[i].shift - relaxation(i);
}

dual::ConstraintTerm DualSteps::term(const At& at, std::size_t i) const {
    return dual::term(options_.method, constraints_.relations[i], steering(at, i), state_.lambda[i], state_.alpha[i],
                      constraints_.price(i));
}

double DualSteps::ceiling(std::size_t i) const {
    return options_.dual.ceiling * unit_of_lambda(state_.memory.scales, i);
}

/// The rule is applied to the scaled problem, because `gradient` and `printed` depend on units; scales are powers of
/// two, so `multipliers` gives the same bits as without scaling. Methods without multipliers report the weights of the
/// constraints in the gradient of L instead.
std::vector<double> DualSteps::raise(const At& at, double pace) const {
    const bool multiplies = options_.method == Method::augmented || options_.method == Method::lagrangian;
    const auto& scales = state_.memory.scales;
    std::vector<double> next(constraints_.size());
    for (std::size_t i = 0; i < next.size(); ++i) {
        const double unit = unit_of_lambda(scales, i);
        const double alpha = state_.alpha[i] / unit_of_alpha(scales, i);
        next[i] = multiplies ? unit * dual::raise(options_.dual.rule, options_.method, constraints_.relations[i],
                                                  steering(at, i) / scales[i + 1], state_.lambda[i] / unit, alpha,
                                                  pace * dual::step_at(options_, alpha), constraints_.price(i) / unit)
                             : term(at, i).weight;
        next[i] = std::clamp(next[i], -ceiling(i), ceiling(i));
    }
    return next;
}

double DualSteps::capped(std::size_t i, double alpha) const {
    return std::min(alpha, options_.penalty.cap * unit_of_alpha(state_.memory.scales, i));
}

/// The violation may move from constraint to constraint, so that each passes its own test while the largest violation
/// stays the same.
bool DualSteps::largest_is_stuck(double largest) {
    auto& stagnation = state_.memory.stagnation;
    if (largest <= stagnation.mark_ascent / 2) {
        stagnation.mark_ascent = largest;
        stagnation.ascent_stuck = 0;
        return false;
    }
    if (++stagnation.ascent_stuck < patience_for_ascent) return false;
    stagnation.mark_ascent = largest;
    stagnation.ascent_stuck = 0;
    return true;
}

/// A penalty grows if the d of its constraint has not fallen enough and is not negligible compared to the others; all
/// grow if the largest d is stuck. A constraint is satisfied if d is within the tolerance of the violation, and
/// lambda d within that of complementarity: with a coarse tolerance of the violation, a minimum of L that alternates
/// between two places would otherwise keep its penalty for ever.
std::vector<double> DualSteps::grow(const At& at, double allowed_complementarity, std::int64_t steps) {
    if (options_.regime == Regime::stochastic && options_.penalty.schedule == PenaltySchedule::adaptive)
        return grow_by_means(at, steps);
    const auto& scales = state_.memory.scales;
    const auto satisfied = [&](std::size_t i) {
        return std::abs(at.ascent[i]) <= options_.tolerance.violation * constraints_.units[i] &&
               std::abs(state_.lambda[i] * at.ascent[i]) <= allowed_complementarity;
    };
    double largest = 0;
    bool all_satisfied = true;
    for (std::size_t i = 0; i < constraints_.size(); ++i) {
        largest = std::max(largest, std::abs(at.ascent[i]) / scales[i + 1]);
        all_satisfied = all_satisfied && satisfied(i);
    }
    const bool adaptive = options_.penalty.schedule == PenaltySchedule::adaptive;
    const bool stuck = adaptive && !all_satisfied && largest_is_stuck(largest);
    std::vector<double> next = state_.alpha;
    for (std::size_t i = 0; i < next.size(); ++i) {
        const double d = std::abs(at.ascent[i]);
        const double last = std::exchange(state_.memory.stagnation.last_ascent[i], d);
        const bool negligible = d / scales[i + 1] < 0.01 * largest;
        if (adaptive && (satisfied(i) || negligible) && !stuck) continue;
        next[i] = capped(i, stuck ? growth_of_all * next[i]
                                  : dual::grow(options_.penalty, next[i], at.ascent[i], last, state_.iteration));
    }
    return next;
}

/// Adaptive penalties with mini-batches: individual d are noisy, so means over penalty.interval dual steps are
/// compared.
std::vector<double> DualSteps::grow_by_means(const At& at, std::int64_t steps) {
    detail::Settling& seen = state_.memory.growth;
    note(seen, at.ascent, steps);
    std::vector<double> next = state_.alpha;
    if (seen.dual_steps < options_.penalty.interval) return next;
    for (std::size_t i = 0; i < next.size() && seen.before.size() == next.size(); ++i) {
        const Mean d = mean_of(seen, i);
        const bool lost =
            std::abs(d.value) <= std::max(2 * d.error, options_.tolerance.violation * constraints_.units[i]);
        if (!lost) next[i] = capped(i, dual::grow(options_.penalty, next[i], d.value, std::abs(seen.before[i]), 0));
    }
    end_stretch(seen);
    return next;
}

bool DualSteps::multiply(double factor) {
    bool changed = false;
    for (std::size_t i = 0; i < state_.alpha.size(); ++i) {
        const double next = capped(i, factor * state_.alpha[i]);
        changed = changed || next != state_.alpha[i];
        state_.alpha[i] = next;
    }
    return changed;
}

}  // namespace alcole::solver
