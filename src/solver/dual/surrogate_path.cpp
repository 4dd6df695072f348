#include "solver/dual/surrogate_path.hpp"

#include "solver/dual/evaluation.hpp"
#include "solver/dual/progress.hpp"
#include "solver/dual/scales.hpp"
#include "solver/dual/surrogates.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace alcole::solver {
namespace {

/// The width is multiplied by `narrowing` until it is at most narrow_enough, so that multipliers are prices, and the
/// surrogates agree with their strict risks.
constexpr double narrowing = 0.25;
constexpr double narrow_enough = 1.0 / 16;
/// For rates, which move in jumps and may not come closer to their bounds, and for other strict risks.
constexpr ShiftLimits within_steps = {.gain = 5e-4, .max_moves_met = 4, .max_moves_violated = 12};
constexpr ShiftLimits to_all_digits = {.gain = 0, .max_moves_met = 20, .max_moves_violated = 60};

/// The penalties for other surrogates: those that have grown under the last ones may be too stiff for these. The
/// initial penalty is meant for a violation of one unit. If a wide surrogate was wrong by many units, it would throw
/// theta far away, and coming back takes long. For a violation of d > 1 units, alpha / d^2 makes it cost as much as a
/// violation of one unit.
std::vector<double> alpha_when_narrowed(const Search& s, const At& at) {
    std::vector<double> alpha = first_alpha(s);
    for (std::size_t i = 0; i < s.m(); ++i) {
        const double d = std::max(1.0, s.constraints.relative_violation(i, at.risks[i + 1]));
        alpha[i] /= d * d;
    }
    return alpha;
}

void realign_surrogates(const Search& s) {
    const At here = observe(s);
    follow_strict_risks(s.memory().levels, here, s.constraints);
    s.state.alpha = alpha_when_narrowed(s, here);
    forget(s.memory().stagnation, s.m());
    s.memory().inner_tolerance = s.options.inner.first_tolerance;
    ++s.state.iteration;
}

void reset_multipliers(const Search& s, std::vector<double> lambda) {
    s.state.lambda = std::move(lambda);
    s.memory().infeasible = false;
}

}  // namespace

std::vector<double> first_alpha(const Search& s) {
    constexpr double usual_bound = 0.03;
    constexpr double smallest_bound = 0.01;
    std::vector<double> alpha = initial_alpha(s.options, s.memory().scales);
    const bool chosen = s.state.options.penalty.initial != 0 || s.options.dual.rule != DualRule::multipliers;
    if (chosen || s.options.scaling != Scaling::natural) return alpha;
    for (std::size_t i = 0; i < s.m(); ++i) {
        if (!s.constraints.is_rate(i)) continue;
        const double unit = std::max(s.constraints.units[i], smallest_bound);
        alpha[i] = s.options.penalty.initial * s.memory().scales[0] / (unit * std::max(unit, usual_bound));
    }
    return alpha;
}

bool must_narrow(const Search& s, const At& at) {
    const double tolerance = s.options.tolerance.violation;
    const bool rates_in_objective = at.risks[0] != at.smooth[0];
    if (!s.can_narrow() || !(rates_in_objective || surrogates_matter(at, s.constraints, s.state.lambda, tolerance)))
        return false;
    return s.memory().width > narrow_enough || !surrogates_agree(at, s.constraints, s.state.lambda, tolerance);
}

void narrow(const Search& s) {
    if (s.memory().width == 1) s.primal.keep_closest();  // where repair() starts, should the narrow ones fail
    s.memory().width *= narrowing;
    s.primal.set_width(s.memory().width);
    realign_surrogates(s);
}

bool move_bounds(const Search& s, const At& at) {
    if (!s.primal.has_strict_risks() || !s.constrained()) return false;
    std::vector<ShiftLimits> limits;
    for (std::size_t i = 0; i < s.m(); ++i) {
        ShiftLimits& own = limits.emplace_back(s.constraints.is_rate(i) ? within_steps : to_all_digits);
        if (!s.minimising_is_expensive()) continue;
        own.gain = std::max(own.gain, s.options.tolerance.stationarity);  // less is within the tolerance of the search
        own.careful = true;
    }
    if (!move_levels(s.memory().levels, at, s.constraints, s.state.lambda, s.options.tolerance.violation, limits))
        return false;
    forget(s.memory().stagnation, s.m());
    return true;
}

bool go_on_from_best(const Search& s) {
    if (!s.primal.has_width() || !s.full()) return false;
    if (s.memory().returned || !s.primal.return_to_best()) return false;
    s.memory().returned = true;
    realign_surrogates(s);
    // With other multipliers theta would leave this place at once. Narrow surrogates are flat where no row is near the
    // threshold, so it may not come back, however far the multipliers and penalties rise.
    reset_multipliers(s, s.memory().best_lambda);
    return true;
}

bool start_over(const Search& s) {
    if (!s.can_narrow()) return go_on_from_best(s);
    narrow(s);
    reset_multipliers(s, std::vector<double>(s.m()));
    return true;
}

}  // namespace alcole::solver
