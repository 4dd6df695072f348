#include "solver/dual/evaluation.hpp"

#include "solver/dual/scales.hpp"
#include "solver/dual/surrogates.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::solver {
namespace {

/// Tolerances for a problem that is abandoned for a better one (narrower surrogates) once its answer is roughly known.
constexpr Options::Tolerance rough = {.stationarity = 1e-2, .violation = 5e-2, .complementarity = 1e-3};

Options with_rough_tolerances(Options options) {
    auto& tolerance = options.tolerance;
    tolerance.stationarity = std::max(tolerance.stationarity, rough.stationarity);
    tolerance.violation = std::max(tolerance.violation, rough.violation);
    tolerance.complementarity = std::max(tolerance.complementarity, rough.complementarity);
    return options;
}

/// True once in every stochastic.evaluate_every epochs.
bool evaluation_is_due(const Search& s) {
    const std::int64_t every = s.options.stochastic.evaluate_every;
    if (every == 0) return false;
    const std::int64_t epoch = s.primal.epoch() < 0 ? s.state.iteration : s.primal.epoch();
    if (s.memory().epoch >= 0 && epoch / every == s.memory().epoch / every) return false;
    s.memory().epoch = epoch;
    return true;
}

}  // namespace

void decide(const Search& s, std::span<const double> smooth, std::span<double> risks) {
    std::ranges::copy(smooth, risks.begin());
    if (!s.primal.has_strict_risks()) return;
    s.primal.strict_risks(risks);
    if (!s.primal.has_width()) risks[0] = smooth[0];
    for (std::size_t i = 0; i < s.m(); ++i)
        if (s.constraints.equality(i)) risks[i + 1] = smooth[i + 1];
}

At observe(const Search& s) {
    At at(s.m());
    s.primal.risks(at.smooth);
    decide(s, at.smooth, at.risks);
    return at;
}

At evaluate(const Search& s) {
    const bool strict = s.primal.has_strict_risks();
    const bool window = s.mini_batches() && s.options.stochastic.dual_estimate == DualEstimate::window &&
                        (!strict || s.primal.has_window_strict_risks());
    const bool exact = !window || evaluation_is_due(s);
    At at = exact ? observe(s) : At(s.m());
    if (s.mini_batches() && exact) s.primal.remember(at.smooth);
    at.exact = exact;
    at.steering = at.smooth;
    std::vector<double> decisive = at.risks;
    if (window) {
        s.primal.window_risks(at.steering);
        decisive = at.steering;
        if (strict) s.primal.window_strict_risks(decisive);
        for (std::size_t i = 0; i < s.m(); ++i)
            if (s.constraints.equality(i)) decisive[i + 1] = at.steering[i + 1];
        decisive[0] = at.steering[0];
    }
    // A noisy mean over a window moves the shift by a fifth of the difference; the first one, and exact risks, by all.
    if (s.mini_batches() && strict)
        follow_means(s.memory().levels, at.steering, decisive, window && s.state.iteration > 0 ? 0.2 : 1);
    if (!exact) {
        at.smooth = at.steering;
        at.risks = decisive;
    }
    for (std::size_t i = 0; i < s.m(); ++i) at.ascent[i] = s.steps.ascent(at, i);
    return at;
}

Residuals residuals(const Search& s, const At& at, bool with_slopes) {
    Residuals left = residuals_of(at, s.constraints, s.state.lambda, s.memory().levels);
    left.objective_unit = std::min(1.0, s.state.gradient_floor / tiny_slope);
    left.exact = at.exact && with_slopes;
    if (!left.exact) return left;
    const Slopes slopes = s.primal.slopes(s.weights());
    left.stationarity = slopes.stationarity;
    left.gradient_size = std::max(slopes.objective, s.state.gradient_floor);
    left.objective_slope = slopes.objective;
    return left;
}

/// If the gradient of the objective vanishes, as it does everywhere for a system of equations, a feasible theta is a
/// KKT point with zero multipliers; those left over from the dual steps are rounding errors.
Residuals residuals_after_step(const Search& s, const At& at) {
    const auto& tolerance = s.options.tolerance;
    const bool cheap = !s.mini_batches() || s.primal.epoch() < 0 || s.state.iteration <= s.primal.epoch();
    const Residuals left = residuals(s, at, cheap);
    if (!left.exact || s.options.method != Method::augmented || left.in_tolerances(s.options) <= 1) return left;
    if (left.objective_slope > tolerance.stationarity * left.gradient_size) return left;
    const std::vector<double> none(s.m());
    if (residuals_of(at, s.constraints, none, s.memory().levels).smooth_violation > tolerance.violation) return left;
    s.state.lambda = none;
    return residuals(s, at);
}

bool arrived(const Search& s, const Residuals& left, bool roughly) {
    constexpr double refined = 1e-7;
    if (!left.exact || s.steps.relaxation() > 0) return false;
    if (roughly) return left.in_tolerances(with_rough_tolerances(s.options)) <= 1;
    const bool refines = s.primal.refines() && !s.primal.has_strict_risks();
    return left.in_tolerances(s.options) <= 1 && !(refines && left.slack > refined);
}

bool as_small_as_rounding_allows(const Search& s, const Residuals& left) {
    const double allowed =
        std::min(1e3 * s.options.tolerance.stationarity, std::pow(s.primal.epsilon(), 0.25)) * left.gradient_size;
    if (left.stationarity > allowed || left.feasibility_in_tolerances(s.options) > 1) return false;
    return s.primal.limited_by_rounding(s.steps.lagrangian(s.state.lambda), s.weights());
}

bool arrived_up_to_rounding(const Search& s, const Residuals& left) {
    if (!s.minimising_is_expensive() || !left.exact || s.steps.relaxation() > 0) return false;
    return as_small_as_rounding_allows(s, left);
}

void tighten(const Search& s, const Residuals& left, bool roughly) {
    if (!left.exact) return;
    auto& memory = s.memory();
    const bool expensive = s.minimising_is_expensive();
    const bool first_look = expensive && s.can_narrow() && memory.inner_tolerance > rough.stationarity / 2;
    const double stationarity = s.options.tolerance.stationarity;
    const double wanted = std::max(stationarity, roughly || first_look ? rough.stationarity : 0);
    memory.gradient_size = left.gradient_size;
    const double share = expensive ? stationarity * left.feasibility_in_tolerances(s.options)
                                   : std::min(memory.inner_tolerance, left.stationarity / left.gradient_size);
    memory.inner_tolerance =
        std::max(wanted / 2, std::min(share * s.options.inner.tighten, s.options.inner.first_tolerance));
}

}  // namespace alcole::solver
