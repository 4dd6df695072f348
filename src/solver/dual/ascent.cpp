#include "solver/dual/ascent.hpp"

#include <alcole/primal.hpp>

#include "base/text.hpp"
#include "solver/dual/ascent_class.hpp"
#include "solver/dual/check_fit.hpp"
#include "solver/dual/progress.hpp"
#include "solver/dual/sentence.hpp"
#include "solver/dual/surrogates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace alcole::solver {

Summary Ascent::run() {
    if (const auto end = begin()) return finish(*end);
    while (mini_batches() || state_.iteration < options_.max_outer) {
        if (stop()) return finish(stopped());
        std::optional<Visit> visit = step_by_newton();
        const bool by_newton = visit.has_value();
        auto inner = InnerStatus::reached;
        const auto [lambda, alpha] = std::pair(state_.lambda, state_.alpha);
        memory_.residual = std::numeric_limits<double>::infinity();
        if (!by_newton) {
            const double tolerance = memory_.inner_tolerance * memory_.gradient_size;
            inner = primal_.minimise(steps_.lagrangian(state_.lambda), tolerance, *this);
            if (inner == InnerStatus::interrupted) return finish(stopped());
            if (inner == InnerStatus::not_finite) return finish(Status::not_finite);
            if (inner == InnerStatus::finished) break;
            if (inner == InnerStatus::unbounded) {
                if (!escape_unbounded()) return finish(Status::unbounded);
                continue;
            }
            visit = Visit{.at = evaluate()};
            if (!visit->at.finite()) return finish(Status::not_finite);
            state_.lambda = steps_.raised(visit->at, primal_.pace());  // with the alpha theta was found with
            visit->left = residuals_without_multipliers(visit->at, residuals(visit->at, slopes_are_cheap()));
        }
        const auto& [at, left] = *visit;
        at_rest_ = inner == InnerStatus::stalled || inner == InnerStatus::unmoved;
        record(at, left);
        keep_if_closest(left);
        if (settles(at)) {
            ++state_.iteration;
            return finish(Status::settled);
        }
        const bool on_the_way = must_narrow(at);
        if (!arrived(left, on_the_way)) {
            auto end = hopeless(at, left);
            // Multipliers that move on while theta does not only lead away from it.
            if (!end && inner == InnerStatus::unmoved && (feasible(left) || violation_rests(memory_.progress)))
                end = Status::stalled;
            const bool only_gradient_fails = left.feasibility_in_tolerances(options_) <= 1;
            const bool softened = !end && only_gradient_fails && soften(left);
            // Then alpha grows, unless theta was not there yet: a stiffer L would be minimised no better.
            if (!end && !softened && !by_newton && inner != InnerStatus::limit)
                state_.alpha = steps_.grown(at, primal_.counts().steps);
            const bool moved = state_.lambda != lambda || state_.alpha != alpha || steps_.relaxation() > 0;
            if (!end && at_rest_ && !moved) end = Status::stalled;
            if (end && start_over()) continue;
            if (end && !(end == Status::stalled && soften(left))) return finish(*end);
            if (!end && left.exact)
                memory_.residual = softened ? memory_.closest.residual : left.in_tolerances(options_);
        } else if (on_the_way) {
            narrow_surrogates();
            continue;
        } else if (!move_surrogates(at) && !move_on(left, lambda)) {
            const bool held =
                options_.method == Method::unconstrained || left.relative_violation <= options_.tolerance.violation;
            if ((!held || has_passed_better(at)) && return_to_best()) continue;
            ++state_.iteration;
            return finish(held ? Status::converged : Status::stalled);
        }
        tighten(left, on_the_way);
        ++state_.iteration;
        measure_again();
        if (!by_newton) memory_.newton_below *= hope_for_newton;
        // Now, so that a state saved by a hook goes on as this one does.
        if (by_newton) tell_step(steps_.value(at.smooth), at.smooth);
    }
    return finish(Status::iteration_limit);
}

/// The risks that decide at a theta with these smooth ones: the strict ones of inequalities, where there are any, and
/// of the objective, where it may be a surrogate.
void Ascent::decide(std::span<const double> smooth, std::span<double> risks) {
    std::ranges::copy(smooth, risks.begin());
    if (!primal_.has_strict_risks()) return;
    primal_.strict_risks(risks);
    if (!primal_.has_width()) risks[0] = smooth[0];
    for (std::size_t i = 0; i < m_; ++i)
        if (constraints_.equality(i)) risks[i + 1] = smooth[i + 1];
}

/// All data at theta.
At Ascent::observe() {
    At at(m_);
    primal_.risks(at.smooth);
    decide(at.smooth, at.risks);
    return at;
}

/// Once in so many epochs.
bool Ascent::evaluation_is_due() {
    const std::int64_t every = options_.stochastic.evaluate_every;
    if (every == 0) return false;
    const std::int64_t epoch = primal_.epoch() < 0 ? state_.iteration : primal_.epoch();
    if (memory_.epoch >= 0 && epoch / every == memory_.epoch / every) return false;
    memory_.epoch = epoch;
    return true;
}

/// What a dual step needs to know: all data at theta, or the mean over the window's mini-batches, or both.
At Ascent::evaluate() {
    const bool strict = primal_.has_strict_risks();
    const bool window = mini_batches() && options_.stochastic.dual_estimate == DualEstimate::window &&
                        (!strict || primal_.has_window_strict_risks());
    const bool exact = !window || evaluation_is_due();
    At at = exact ? observe() : At(m_);
    if (mini_batches() && exact) primal_.remember(at.smooth);
    at.exact = exact;
    at.steering = at.smooth;
    std::vector<double> decisive = at.risks;
    if (window) {
        primal_.window_risks(at.steering);
        decisive = at.steering;
        if (strict) primal_.window_strict_risks(decisive);
        for (std::size_t i = 0; i < m_; ++i)
            if (constraints_.equality(i)) decisive[i + 1] = at.steering[i + 1];
        decisive[0] = at.steering[0];
    }
    if (mini_batches() && strict)
        follow_means(memory_.levels, at.steering, decisive, window && state_.iteration > 0 ? 0.2 : 1);
    if (!exact) {
        at.smooth = at.steering;
        at.risks = decisive;
    }
    for (std::size_t i = 0; i < m_; ++i) at.ascent[i] = steps_.ascent(at, i);
    return at;
}

/// Of theta with the multipliers of the state. Slopes are known where all data are, and where two backward passes over
/// them are not more than what the run does meanwhile.
Residuals Ascent::residuals(const At& at, bool with_slopes) {
    Residuals left = residuals_of(at, constraints_, state_.lambda, memory_.levels);
    left.objective_unit = std::min(1.0, state_.gradient_floor / tiny_slope);
    left.exact = at.exact && with_slopes;
    if (!left.exact) return left;
    std::vector<double> weights = {1};
    weights.insert(weights.end(), state_.lambda.begin(), state_.lambda.end());
    const Slopes slopes = primal_.slopes(weights);
    left.stationarity = slopes.stationarity;
    left.gradient_size = std::max(slopes.objective, state_.gradient_floor);
    left.objective_slope = slopes.objective;
    return left;
}

/// Where the objective's own gradient vanishes, as that of a system of equations does everywhere, a feasible theta
/// needs no multipliers: those the dual steps have left behind are rounding.
Residuals Ascent::residuals_without_multipliers(const At& at, const Residuals& left) {
    const auto& tolerance = options_.tolerance;
    if (!left.exact || options_.method != Method::augmented || left.in_tolerances(options_) <= 1) return left;
    if (left.objective_slope > tolerance.stationarity * left.gradient_size) return left;
    if (left.smooth_violation > tolerance.violation) return left;
    std::ranges::fill(state_.lambda, 0.0);
    return residuals(at);
}

void Ascent::record(const At& at, const Residuals& left) {
    const std::int64_t k = state_.iteration;
    state_.trace.push_back({.iteration = k,
                            .steps = primal_.counts().steps,
                            .exact = at.exact,
                            .risks = at.risks,
                            .lambda = state_.lambda,
                            .alpha = state_.alpha,
                            .loose = steps_.relaxation(),
                            .stationarity = left.stationarity,
                            .violation = left.violation,
                            .complementarity = left.complementarity,
                            .seconds = elapsed()});
    if (at.exact) keep_if_best(at.risks);
    const auto& sample = options_.sample;
    if (sample.every > 0 && k >= sample.from && (k - sample.from) % sample.every == 0) primal_.keep_sample(k, at.risks);
    hooks_.on_dual_step(state_.trace.back());
}

void Ascent::keep_if_best(std::span<const double> risks) {
    const bool finite = std::ranges::all_of(risks, [](double v) { return std::isfinite(v); });
    if (!finite || constraints_.relative_violation(risks) > options_.tolerance.violation) return;
    const double merit = primal_.merit(risks);
    if (!(merit < memory_.best_objective)) return;
    memory_.best_objective = merit;
    primal_.keep_best(state_.iteration, risks);
}

/// Of the dual steps so far, the one with the least residual; once one has arrived, the last that is not far worse than
/// an earlier one that has.
void Ascent::keep_if_closest(const Residuals& left) {
    at_closest_ = false;
    if (!left.exact || options_.regime != Regime::full || steps_.relaxation() > 0 || primal_.has_strict_risks()) return;
    detail::Closest& closest = memory_.closest;
    const double residual = left.in_tolerances(options_);
    const bool closer = closest.residual <= 1 && residual <= 1 ? !better_by_far(closest.objective, left.objective)
                                                               : residual < closest.residual;
    if (!closer) return;
    closest = {.residual = residual, .objective = left.objective, .lambda = state_.lambda};
    primal_.keep_closest();
    at_closest_ = true;
}

/// By more than the violations that are allowed can buy.
bool Ascent::better_by_far(double objective, double than) const {
    double bought = 1e-6 * std::max(std::abs(objective), std::abs(than));
    for (std::size_t i = 0; i < m_; ++i)
        bought += 2 * std::abs(state_.lambda[i]) * options_.tolerance.violation * constraints_.units[i];
    return objective < than - bought;
}

/// Where no step lowers L by more than rounding, a gradient that is small can still be above its tolerance.
bool Ascent::as_small_as_rounding_allows(const Residuals& left) {
    const double allowed =
        std::min(1e3 * options_.tolerance.stationarity, std::pow(primal_.epsilon(), 0.25)) * left.gradient_size;
    if (left.stationarity > allowed || left.feasibility_in_tolerances(options_) > 1) return false;
    std::vector<double> weights = {1};
    weights.insert(weights.end(), state_.lambda.begin(), state_.lambda.end());
    return primal_.rests_on_rounding(steps_.lagrangian(state_.lambda), weights);
}

bool Ascent::stop() {
    out_of_time_ = options_.max_seconds > 0 && elapsed() > options_.max_seconds;
    return out_of_time_ || hooks_.stop_requested();
}

/// Strict rates jump, one person at a time, and the surrogates may lead past the points where all of them hold: every
/// step may be the best one, not only the last of a minimisation, which record() looks at in any case.
void Ascent::accepted(double value, std::span<const double> risks, bool exact) {
    if (exact && (risks[0] < memory_.best_objective || primal_.has_width())) {
        decide(risks, decisive_);
        keep_if_best(decisive_);
    }
    tell_step(value, risks);
}

void Ascent::tell_step(double value, std::span<const double> risks) {
    state_.seconds = elapsed();
    hooks_.on_step({.iteration = state_.iteration,
                    .steps = primal_.counts().steps,
                    .value = value,
                    .risks = risks,
                    .lambda = state_.lambda,
                    .alpha = state_.alpha,
                    .primal = &primal_});
}

double Ascent::elapsed() const {
    return seconds_before_ + std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
}

/// A run that reached its limit, or came to rest, may have arrived all the same. Mini-batch runs are judged only here,
/// also for whether they were after something that does not exist.
Status Ascent::judge(Status status, const At& at, const Residuals& left) {
    const bool constrained = options_.method != Method::unconstrained;
    const bool satisfied = left.relative_violation <= options_.tolerance.violation;
    if (status == Status::stalled) {
        const bool arrived = left.in_tolerances(options_) <= 1 || as_small_as_rounding_allows(left);
        return arrived && (satisfied || !constrained || !primal_.has_strict_risks()) ? Status::converged : status;
    }
    if (status != Status::iteration_limit && status != Status::settled) return status;
    if (arrived(left) && (satisfied || !constrained)) return Status::converged;
    if (memory_.rest.settled) return Status::settled;
    const bool last_word = mini_batches() && constrained;
    return last_word && violation_is_stuck(memory_.progress, left, options_) &&
                   multipliers_prove_infeasible(primal_, state_, at)
               ? Status::infeasible
               : status;
}

/// A solve that has ended answers with the theta that came closest; one that may be resumed stays where it is.
void Ascent::return_to_closest() {
    if (at_closest_ || memory_.closest.residual == std::numeric_limits<double>::infinity()) return;
    if (!primal_.return_to_closest()) return;
    state_.lambda = memory_.closest.lambda;
    curvature_ = Curvature::unknown;
}

/// Which risk is not finite: one seen here, else what the holder of theta says.
std::string Ascent::trouble(const At& at) const {
    const std::string when = " after " + std::to_string(primal_.counts().steps) + " steps";
    for (std::size_t i = 0; i <= m_; ++i)
        for (const double v : {at.smooth[i], at.risks[i]})
            if (!std::isfinite(v))
                return (i == 0 ? "the objective" : "constraint '" + constraints_.names[i - 1] + "'") + " is " +
                       base::short_number(v) + when;
    return primal_.trouble() + when;
}

/// The answer is always judged on all data at the last theta. These last evaluations are not part of the run: they are
/// not counted, so that a resumed run counts as an uninterrupted one does.
Summary Ascent::finish(Status status) {
    const Counts counts = primal_.counts();
    const bool evaluated = memory_.evaluated;
    if (status == Status::stalled || status == Status::converged) return_to_closest();
    const At at = observe();
    const bool begun = !memory_.scales.empty();
    Residuals left;
    if (!at.finite()) {
        status = Status::not_finite;
    } else if (begun) {
        left = residuals(at, true);
        status = judge(status, at, left);
    }
    state_.counts = counts;
    memory_.evaluated = evaluated;
    state_.seconds = elapsed();
    Summary summary{.status = status,
                    .stationarity = left.stationarity,
                    .violation = left.violation,
                    .complementarity = left.complementarity,
                    .risks = at.risks,
                    .lambda = begun ? state_.lambda : std::vector<double>(m_),
                    .alpha = begun ? state_.alpha : std::vector<double>(m_, options_.penalty.initial),
                    .constraint_names = constraints_.names,
                    .counts = counts,
                    .seconds = state_.seconds,
                    .options_given = given_,
                    .options_used = options_};
    Findings findings{.trouble = trouble(at), .left = left, .second_order = curvature_ == Curvature::positive};
    findings.better_was_seen =
        begun && !primal_.has_strict_risks() && better_by_far(memory_.best_objective, left.objective);
    for (std::size_t i = 0; begun && i < m_; ++i) {
        if (steps_.at_ceiling(i)) summary.at_ceiling.push_back(i);
        findings.at_cap = findings.at_cap || steps_.at_cap(i);
    }
    summary.message = sentence(summary, constraints_, findings);
    return summary;
}

Summary climb(Primal& primal, DualState& state, const Options& options, const Hooks& hooks) {
    check(options);
    check_fit(primal, state, options);
    return Ascent(primal, state, options, hooks).run();
}

}  // namespace alcole::solver

namespace alcole {

Summary ascend(Primal& primal, DualState& state, const Options& options, const Hooks& hooks) {
    Summary summary = solver::climb(primal, state, options, hooks);
    hooks.on_end(summary);
    return summary;
}

}  // namespace alcole
