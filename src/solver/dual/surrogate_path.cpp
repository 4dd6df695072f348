#include "solver/dual/surrogate_path.hpp"

#include "solver/dual/evaluation.hpp"
#include "solver/dual/progress.hpp"
#include "solver/dual/scales.hpp"
#include "solver/dual/surrogates.hpp"

namespace alcole::solver {
namespace {

/// Each surrogate is this share of the last one's width, until it is narrow enough for its multiplier to be a price and
/// tells the truth.
constexpr double narrowing = 0.25;
constexpr double narrow_enough = 1.0 / 16;
/// None is made narrower than this: few rows would be left that have a slope.
constexpr double narrowest = 1.0 / 64;
/// A rate moves in steps, which may not allow it to come closer to its bound.
constexpr Closeness within_steps = {.gain = 5e-4, .attempts = 4, .most = 12};
constexpr Closeness to_all_digits = {.gain = 0, .attempts = 20, .most = 60};

bool can_narrow(const Search& s) { return s.primal.has_width() && s.full() && s.memory().width > narrowest; }

void trust_them_here(const Search& s) {
    follow_strict_risks(s.memory().levels, observe(s), s.constraints);
    forget(s.memory().progress, s.m());
    s.memory().inner_tolerance = s.options.inner.first_tolerance;
    ++s.state.iteration;
}

void forget_multipliers(const Search& s) {
    s.state.lambda.assign(s.m(), 0.0);
    s.state.alpha = initial_alpha(s.options, s.memory().scales);
    s.memory().infeasible = false;
}

}  // namespace

bool must_narrow(const Search& s, const At& at) {
    const double tolerance = s.options.tolerance.violation;
    const bool rates_in_objective = at.risks[0] != at.smooth[0];
    if (!can_narrow(s) || !(rates_in_objective || matter(at, s.constraints, s.state.lambda, tolerance))) return false;
    return s.memory().width > narrow_enough || !tell_the_truth(at, s.constraints, s.state.lambda, tolerance);
}

void narrow(const Search& s) {
    s.memory().width *= narrowing;
    s.primal.set_width(s.memory().width);
    trust_them_here(s);
}

bool move_bounds(const Search& s, const At& at) {
    if (!s.primal.has_strict_risks() || !s.constrained()) return false;
    const Closeness closeness = s.primal.has_width() ? within_steps : to_all_digits;
    if (!move_levels(s.memory().levels, at, s.constraints, s.state.lambda, s.options.tolerance.violation, closeness))
        return false;
    forget(s.memory().progress, s.m());
    return true;
}

bool go_on_from_best(const Search& s) {
    if (!s.primal.has_width() || !s.full()) return false;
    if (s.memory().returned || !s.primal.return_to_best()) return false;
    s.memory().returned = true;
    trust_them_here(s);
    forget_multipliers(s);
    return true;
}

bool start_over(const Search& s) {
    if (!can_narrow(s)) return go_on_from_best(s);
    narrow(s);
    forget_multipliers(s);
    return true;
}

}  // namespace alcole::solver
