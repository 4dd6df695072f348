#include "solver/dual/ascent_class.hpp"
#include "solver/dual/progress.hpp"
#include "solver/dual/rest.hpp"
#include "solver/dual/scales.hpp"
#include "solver/dual/surrogates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace alcole::solver {
namespace {

/// Each surrogate is this share of the last one's width, until it is narrow enough for its multiplier to be a price and
/// tells the truth.
constexpr double narrowing = 0.25;
constexpr double narrow_enough = 1.0 / 16;
/// A rate moves in steps, which may not allow it to come closer to its bound.
constexpr Closeness within_steps = {.gain = 5e-4, .attempts = 4, .most = 12};
constexpr Closeness to_all_digits = {.gain = 0, .attempts = 20, .most = 60};
/// How exactly a problem is solved that is left for a better one as soon as its answer is in sight.
constexpr Options::Tolerance rough = {.stationarity = 1e-2, .violation = 5e-2, .complementarity = 1e-3};

Options roughly(Options options) {
    auto& tolerance = options.tolerance;
    tolerance.stationarity = std::max(tolerance.stationarity, rough.stationarity);
    tolerance.violation = std::max(tolerance.violation, rough.violation);
    tolerance.complementarity = std::max(tolerance.complementarity, rough.complementarity);
    return options;
}

}  // namespace

/// At a KKT point of the problem theta is moved by. Without surrogates that is the problem itself.
bool Ascent::arrived(const Residuals& left, bool on_the_way) const {
    constexpr double refined = 1e-7;
    if (on_the_way) return left.exact && steps_.relaxation() == 0 && left.in_tolerances(roughly(options_)) <= 1;
    const bool refines = primal_.refines() && !primal_.has_strict_risks();
    return left.exact && steps_.relaxation() == 0 && left.in_tolerances(options_) <= 1 &&
           !(refines && left.slack > refined);
}

/// Between two minimisations, where a KKT point of a smooth problem is near.
bool Ascent::newton_may_pay() const {
    const bool smooth = options_.regime == Regime::full && !primal_.has_strict_risks() && steps_.relaxation() == 0;
    const bool multiplies = options_.method == Method::augmented && options_.dual.rule == DualRule::multipliers;
    return smooth && multiplies && m_ > 0 && memory_.residual < memory_.newton_below;
}

/// The method of multipliers comes a fixed share of the way closer at each dual step; a Newton step for theta and
/// lambda together goes all of it, from near enough. It is taken where it halves the residual at least; where it does
/// not, the next one is tried when dual steps have come closer, or go nowhere.
std::optional<Ascent::Visit> Ascent::step_by_newton() {
    constexpr double fallen = 0.5;
    if (!newton_may_pay()) return std::nullopt;
    const double residual = memory_.residual;
    std::vector<double> lambda = state_.lambda;
    memory_.newton_below = closer_for_newton * residual;
    if (!primal_.step_to_kkt(steps_.lagrangian(state_.lambda), lambda)) return std::nullopt;
    std::swap(state_.lambda, lambda);
    Visit there{.at = evaluate()};
    bool better = there.at.finite();
    for (std::size_t i = 0; i < m_; ++i) better = better && !steps_.at_ceiling(i);
    for (const bool with_slopes : {false, true}) {
        if (!better) break;
        there.left = residuals(there.at, with_slopes);
        const double left =
            with_slopes ? there.left.in_tolerances(options_) : there.left.feasibility_in_tolerances(options_);
        better = left <= fallen * residual;
    }
    if (!better) {
        std::swap(state_.lambda, lambda);
        primal_.restore();
        return std::nullopt;
    }
    memory_.newton_below = std::numeric_limits<double>::infinity();
    ++state_.counts.steps;
    return there;
}

/// The surrogates hold theta back, or it is moved towards one, and they are too wide to be believed.
bool Ascent::must_narrow(const At& at) const {
    const double tolerance = options_.tolerance.violation;
    const bool rates_in_objective = at.risks[0] != at.smooth[0];
    if (!can_narrow() || !(rates_in_objective || matter(at, constraints_, state_.lambda, tolerance))) return false;
    return memory_.width > narrow_enough || !tell_the_truth(at, constraints_, state_.lambda, tolerance);
}

void Ascent::narrow_surrogates() {
    memory_.width *= narrowing;
    primal_.set_width(memory_.width);
    trust_surrogates_here();
}

/// Makes the surrogates right about the strict risks at this theta. The problem is then another one.
void Ascent::trust_surrogates_here() {
    const At here = observe();
    follow_strict_risks(memory_.levels, here, constraints_);
    if (minima_are_dear()) state_.alpha = first_alpha(here);
    forget(memory_.progress, m_);
    memory_.inner_tolerance = options_.inner.first_tolerance;
    ++state_.iteration;
}

/// The first penalty is meant for a violation of one unit. Of a wide surrogate that was wrong by many units it would
/// make a wall that throws theta far from where it is, and a long way back: where the violation is d > 1 units now,
/// alpha / d^2 makes it cost as much as one unit does.
std::vector<double> Ascent::first_alpha(const At& at) const {
    std::vector<double> alpha = initial_alpha(options_, memory_.scales);
    for (std::size_t i = 0; i < m_; ++i) {
        const double d = std::max(1.0, constraints_.relative_violation(i, at.risks[i + 1]));
        alpha[i] /= d * d;
    }
    return alpha;
}

/// False when the strict risks are content with this KKT point of the surrogate problem.
bool Ascent::move_surrogates(const At& at) {
    if (!primal_.has_strict_risks() || options_.method == Method::unconstrained) return false;
    Closeness closeness = primal_.has_width() ? within_steps : to_all_digits;
    if (minima_are_dear()) {  // what the search itself cannot tell apart is no gain
        closeness.gain = std::max(closeness.gain, options_.tolerance.stationarity);
        closeness.careful = true;
    }
    if (!move_levels(memory_.levels, at, constraints_, state_.lambda, options_.tolerance.violation, closeness))
        return false;
    forget(memory_.progress, m_);
    return true;
}

/// At a KKT point of (theta, lambda), theta found with the multipliers before. Is there something better to go on to?
/// A feasible point that was met on the way, or the start, may have a lower objective: then from there, under stiffer
/// penalties, which theta cannot leave so far. Or the point is a saddle: then down along its negative curvature.
bool Ascent::move_on(const Residuals& left, std::span<const double> lambda) {
    constexpr std::int64_t most = 5;
    constexpr double stiffer = 100;
    if (options_.regime != Regime::full || primal_.has_strict_risks() || memory_.moved_on >= most) return false;
    const bool penalised = options_.method == Method::augmented || options_.method == Method::penalty;
    if (penalised && better_by_far(memory_.best_objective, left.objective) && steps_.multiply(stiffer) &&
        primal_.return_to_best()) {
        std::ranges::fill(state_.lambda, 0.0);
        memory_.inner_tolerance = options_.inner.first_tolerance;
    } else {
        curvature_ = primal_.leave_saddle(steps_.lagrangian(lambda), *this);
        if (curvature_ != Curvature::left) return false;
    }
    forget(memory_.progress, m_);
    ++memory_.moved_on;
    return true;
}

/// Step functions have many local answers, and the search may have passed a better one than it came to.
bool Ascent::has_passed_better(const At& at) const {
    constexpr double worth_it = 1e-3;
    return primal_.has_width() && memory_.best_objective < at.risks[0] - worth_it * std::abs(at.risks[0]);
}

/// The best feasible theta is a place to go on from, once. False when there is none.
bool Ascent::return_to_best() {
    if (!primal_.has_width() || options_.regime != Regime::full) return false;
    if (memory_.returned || !primal_.return_to_best()) return false;
    memory_.returned = true;
    trust_surrogates_here();
    forget_multipliers();
    return true;
}

/// Where surrogates led nowhere, narrower ones may lead on. False when there is nothing left to try.
bool Ascent::start_over() {
    if (!can_narrow()) return return_to_best();
    narrow_surrogates();
    forget_multipliers();
    return true;
}

void Ascent::forget_multipliers() {
    state_.lambda.assign(m_, 0.0);
    if (!minima_are_dear()) state_.alpha = initial_alpha(options_, memory_.scales);
    memory_.infeasible = false;
}

/// Has the search come to a point from which it goes nowhere? A constant penalty, and mini-batches, may take their
/// time.
std::optional<Status> Ascent::hopeless(const At& at, const Residuals& left) {
    if (!at.exact || steps_.relaxation() > 0) return std::nullopt;
    track_violation(memory_.progress, left);
    if (mini_batches() || options_.penalty.schedule == PenaltySchedule::constant) return std::nullopt;
    track_residual(state_, left, options_);
    if (violation_is_stuck(memory_.progress, left, options_) && multipliers_prove_infeasible(primal_, state_, at)) {
        memory_.infeasible = true;
        return Status::infeasible;
    }
    if (residual_is_stuck(state_, left)) return Status::stalled;
    return std::nullopt;
}

/// Whether a mini-batch run has come to rest, and may end. Under a rate that still falls this is remembered for the
/// end.
bool Ascent::settles(const At& at) {
    if (!mini_batches() || !options_.stochastic.settle || steps_.relaxation() > 0) return false;
    std::vector<double> values = {at.steering[0]};
    for (std::size_t i = 0; i < m_; ++i) values.push_back(steps_.steering(at, i));
    values.insert(values.end(), state_.lambda.begin(), state_.lambda.end());
    const std::int64_t steps = primal_.counts().steps;
    note(memory_.rest, values, steps);
    if (!long_enough(memory_.rest, steps)) return false;
    memory_.rest.settled = solver::at_rest(memory_.rest, constraints_, state_.trace.front().risks[0],
                                           options_.method != Method::unconstrained);
    turn(memory_.rest);
    return memory_.rest.settled && options_.stochastic.rate_schedule != RateSchedule::cosine;
}

/// eps_k: a share of what is left, so that theta answers every change of the multipliers, and never below what
/// converged asks for. Where minima are dear it is a share of what the constraints alone leave, each residual in its
/// own tolerance: a minimum of a Lagrangian that is about to be replaced is not worth its steps. And before surrogates
/// that may have to be narrowed are followed to the end, it is seen roughly whether they have to.
void Ascent::tighten(const Residuals& left, bool on_the_way) {
    if (!left.exact) return;
    const double before = memory_.inner_tolerance;
    const bool first_look = minima_are_dear() && can_narrow() && before > rough.stationarity / 2;
    const double wanted = std::max(options_.tolerance.stationarity, on_the_way || first_look ? rough.stationarity : 0);
    memory_.gradient_size = left.gradient_size;
    const double share = minima_are_dear()
                             ? std::min(options_.tolerance.stationarity * left.feasibility_in_tolerances(options_),
                                        options_.inner.first_tolerance / options_.inner.tighten)
                             : std::min(before, left.stationarity / left.gradient_size);
    memory_.inner_tolerance = std::max(wanted / 2, share * options_.inner.tighten);
}

/// Rounding of a constraint, times a stiff penalty, is what the gradient of L cannot fall below. Where theta is
/// feasible and rests while its gradient is still too large, a softer one serves better, from the closest point on: the
/// multipliers have all but arrived. As long as that helps.
bool Ascent::soften(const Residuals& left) {
    const bool adaptive = options_.penalty.schedule == PenaltySchedule::adaptive && !primal_.has_strict_risks();
    const bool gradient_fails = left.stationarity > options_.tolerance.stationarity * left.gradient_size;
    if (!adaptive || !at_rest_ || !left.exact || !feasible(left) || !gradient_fails) return false;
    if (!(memory_.closest.residual < memory_.softened_from / 2)) return false;
    memory_.softened_from = memory_.closest.residual;
    return_to_closest();
    forget(memory_.progress, m_);
    return steps_.multiply(1.0 / 16);
}

/// L has no minimiser at these multipliers: go back and try a stiffer penalty. False when there is none.
bool Ascent::escape_unbounded() {
    primal_.restore();
    ++state_.iteration;
    if (options_.method != Method::augmented && options_.method != Method::penalty) return false;
    return steps_.multiply(10);
}

}  // namespace alcole::solver
