#include "solver/dual/ascent.hpp"

#include <alcole/primal.hpp>

#include "base/text.hpp"
#include "solver/dual/begin.hpp"
#include "solver/dual/check_fit.hpp"
#include "solver/dual/clock.hpp"
#include "solver/dual/ending.hpp"
#include "solver/dual/ends.hpp"
#include "solver/dual/evaluation.hpp"
#include "solver/dual/kept.hpp"
#include "solver/dual/newton_step.hpp"
#include "solver/dual/progress.hpp"
#include "solver/dual/surrogate_path.hpp"
#include "solver/dual/used_options.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace alcole::solver {
namespace {

std::vector<double> or_ones(std::vector<double> values, std::size_t m) {
    if (values.empty()) values.assign(m, 1.0);
    return values;
}

/// Which value is not finite: the first such risk, or otherwise what the holder of theta reports.
NotFinite not_finite(const Search& s, const At& at) {
    NotFinite found = s.primal.not_finite();
    for (std::size_t i = s.m() + 1; i-- > 0;)
        for (const double v : {at.risks[i], at.smooth[i]})
            if (!std::isfinite(v)) found = {.what = NotFinite::What::risk, .risk = i, .value = NotFinite::number_of(v)};
    if (found.risk > 0) found.constraint = s.constraints.names[found.risk - 1];
    found.steps = s.primal.counts().steps;
    return found;
}

/// L is unbounded below at these multipliers: restores theta and makes the penalties ten times as stiff. False if the
/// method has no penalty or all penalties are at their cap.
bool escape_unbounded(const Search& s) {
    s.primal.restore();
    ++s.state.iteration;
    return s.penalised() && s.steps.multiply(10);
}

/// Dual ascent. Each iteration of run() minimises L, evaluates the risks, updates lambda, tests for the end and then
/// updates alpha.
class Ascent final : public Monitor {
  public:
    Ascent(Primal& primal, DualState& state, const Options& options, const Hooks& hooks)
        : primal_(primal),
          state_(state),
          memory_(state.memory),
          given_(options),
          options_(used_options(options, primal.epsilon(), !primal.constraint_scales().empty())),
          hooks_(hooks),
          constraints_{primal.relations(), primal.constraint_names(),
                       or_ones(primal.constraint_scales(), primal.num_constraints()), primal.rates(),
                       primal.constraint_prices()},
          steps_(state, options_, constraints_),
          decisive_(primal.num_constraints() + 1),
          clock_(state.seconds, options_.max_seconds, hooks) {}

    Summary run();

    bool stop() override { return clock_.stop(); }
    void accepted(double value, std::span<const double> risks, bool exact) override;

  private:
    bool met(const At& at) const { return constraints_.met(at.risks, options_.tolerance.violation); }
    bool is_feasible(const Residuals& left) const { return left.smooth_violation <= options_.tolerance.violation; }
    void report_step(double value, std::span<const double> risks);
    void record(const At& at, const Residuals& left);
    bool move_on(const Residuals& left, std::span<const double> lambda);
    bool soften(const Residuals& left);
    void return_to_closest();
    Summary finish(Status status);

    Primal& primal_;
    DualState& state_;
    detail::DualMemory& memory_;
    const Options given_;
    const Options options_;  // as used
    const Hooks& hooks_;
    Constraints constraints_;
    DualSteps steps_;
    const Search search_{primal_, state_, options_, constraints_, steps_};
    KeptIterates kept_{search_};
    std::vector<double> decisive_;  // m + 1; buffer for the risks that decide feasibility at an accepted step
    Clock clock_;
    bool at_rest_ = false;  // no step lowers L any further
    Curvature curvature_ = Curvature::unknown;
};

Summary Ascent::run() {
    if (const auto end = begin(search_, kept_, given_)) return finish(*end);
    while (search_.mini_batches() || state_.iteration < options_.max_outer) {
        if (stop()) return finish(clock_.stopped());
        std::optional<Visit> visit = step_by_newton(search_);
        const bool by_newton = visit.has_value();
        auto inner = InnerStatus::reached;
        const auto [lambda, alpha] = std::pair(state_.lambda, state_.alpha);
        memory_.residual = std::numeric_limits<double>::infinity();
        if (!by_newton) {
            const double tolerance = memory_.inner_tolerance * memory_.gradient_size;
            inner = primal_.minimise(steps_.lagrangian(state_.lambda), tolerance, *this);
            if (inner == InnerStatus::interrupted) return finish(clock_.stopped());
            if (inner == InnerStatus::not_finite) return finish(Status::not_finite);
            if (inner == InnerStatus::finished) break;
            if (inner == InnerStatus::unbounded) {
                if (!escape_unbounded(search_)) return finish(Status::unbounded);
                continue;
            }
            visit = Visit{.at = evaluate(search_)};
            if (!visit->at.finite()) return finish(Status::not_finite);
            state_.lambda = steps_.raise(visit->at, primal_.pace());  // uses the alpha of this minimisation
            visit->left = residuals_after_step(search_, visit->at);
        }
        const auto& [at, left] = *visit;
        at_rest_ = inner == InnerStatus::stalled || inner == InnerStatus::unmoved;
        record(at, left);
        kept_.keep_if_closest(left);
        if (settles(search_, at)) {
            ++state_.iteration;
            return finish(Status::settled);
        }
        const bool on_the_way = must_narrow(search_, at);
        const bool rests = at_rest_ && !on_the_way && arrived_up_to_rounding(search_, left);
        if (!rests && !arrived(search_, left, on_the_way)) {
            auto end = hopeless(search_, at, left);
            // If theta no longer responds, further changes of the multipliers only lead away from the answer.
            if (!end && inner == InnerStatus::unmoved &&
                (is_feasible(left) || violation_stopped_falling(memory_.stagnation)))
                end = Status::stalled;
            const bool only_gradient_fails = left.feasibility_in_tolerances(options_) <= 1;
            const bool softened = !end && only_gradient_fails && soften(left);
            // Alpha grows only if L was minimised: after a step limit, a stiffer L would be minimised even less well.
            if (!end && !softened && !by_newton && inner != InnerStatus::limit)
                state_.alpha = steps_.grow(at, left.allowed_complementarity(options_), primal_.counts().steps);
            const bool moved = state_.lambda != lambda || state_.alpha != alpha || steps_.relaxation() > 0;
            if (!end && at_rest_ && !moved) end = Status::stalled;
            if (end && start_over(search_)) continue;
            if (end && !(end == Status::stalled && soften(left))) return finish(*end);
            if (!end && left.exact)
                memory_.residual = softened ? memory_.closest.residual : left.in_tolerances(options_);
        } else if (on_the_way) {
            narrow(search_);
            continue;
        } else if (!move_bounds(search_, at) && !move_on(left, lambda)) {
            const bool held = !search_.constrained() || met(at);
            if ((!held || kept_.has_passed_better(at)) && go_on_from_best(search_)) continue;
            ++state_.iteration;
            return finish(held ? Status::converged : Status::stalled);
        }
        tighten(search_, left, on_the_way);
        ++state_.iteration;
        measure_again(search_);
        if (!by_newton) raise_newton_threshold(search_);
        // Only now, so that a state saved by a hook continues exactly as this run does.
        if (by_newton) report_step(steps_.value(at.smooth), at.smooth);
    }
    return finish(Status::iteration_limit);
}

/// Called at a KKT point (theta, lambda); `lambda` are the multipliers with which theta was found. True if there is
/// something better to continue from. Either a feasible iterate or the start has a lower objective: theta returns
/// there, under stiffer penalties that keep it closer. Or the point is a saddle point of L: theta moves along the
/// negative curvature.
bool Ascent::move_on(const Residuals& left, std::span<const double> lambda) {
    constexpr std::int64_t max_moves = 5;
    constexpr double stiffer = 100;
    if (!search_.full() || primal_.has_strict_risks() || memory_.moved_on >= max_moves) return false;
    if (search_.penalised() && kept_.best_is_better(left.merit) && steps_.multiply(stiffer) &&
        primal_.return_to_best()) {
        std::ranges::fill(state_.lambda, 0.0);
        memory_.inner_tolerance = options_.inner.first_tolerance;
    } else {
        curvature_ = primal_.leave_saddle(steps_.lagrangian(lambda), *this);
        if (curvature_ != Curvature::left) return false;
    }
    forget(memory_.stagnation, search_.m());
    ++memory_.moved_on;
    return true;
}

/// The gradient of L cannot fall below the rounding error of a constraint times its penalty. If theta is feasible and
/// no step lowers L, but the gradient is still too large, the search continues from the closest iterate with penalties
/// divided by 16: by then the multipliers have almost converged. Repeated as long as it halves the residual.
bool Ascent::soften(const Residuals& left) {
    const bool adaptive = options_.penalty.schedule == PenaltySchedule::adaptive && !primal_.has_strict_risks();
    const bool gradient_fails = left.stationarity > options_.tolerance.stationarity * left.gradient_size;
    if (!adaptive || !at_rest_ || !left.exact || !is_feasible(left) || !gradient_fails) return false;
    if (!(memory_.closest.residual < memory_.softened_from / 2)) return false;
    memory_.softened_from = memory_.closest.residual;
    return_to_closest();
    forget(memory_.stagnation, search_.m());
    return steps_.multiply(1.0 / 16);
}

void Ascent::return_to_closest() {
    if (kept_.return_to_closest()) curvature_ = Curvature::unknown;
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
                            .seconds = clock_.seconds()});
    if (at.exact) kept_.keep_if_best(at.risks);
    const auto& sample = options_.sample;
    if (sample.every > 0 && k >= sample.from && (k - sample.from) % sample.every == 0) primal_.keep_sample(k, at.risks);
    hooks_.on_dual_step(state_.trace.back());
}

/// Strict rates jump whenever a row changes its predicted class, and surrogates may lead past points where all bounds
/// are met. So every accepted step is a candidate for the best iterate, not only the end of a minimisation, which
/// record() considers in any case.
void Ascent::accepted(double value, std::span<const double> risks, bool exact) {
    if (exact && (risks[0] < memory_.best_objective || primal_.has_width())) {
        decide(search_, risks, decisive_);
        kept_.keep_if_best(decisive_);
    }
    report_step(value, risks);
}

void Ascent::report_step(double value, std::span<const double> risks) {
    state_.seconds = clock_.seconds();
    hooks_.on_step({.iteration = state_.iteration,
                    .steps = primal_.counts().steps,
                    .value = value,
                    .risks = risks,
                    .lambda = state_.lambda,
                    .alpha = state_.alpha,
                    .residual = memory_.stagnation.smallest_residual,
                    .width = memory_.width,
                    .primal = &primal_});
}

/// The answer is always judged on all data, at the last theta or, if the search converged or stalled, at the closest
/// one. These evaluations are not counted, so that the counts of a resumed run equal those of an uninterrupted one.
Summary Ascent::finish(Status status) {
    const Counts counts = primal_.counts();
    const bool evaluated = memory_.evaluated;
    if (status == Status::stalled || status == Status::converged) return_to_closest();
    const At at = observe(search_);
    const bool begun = !memory_.scales.empty();
    const std::size_t m = search_.m();
    Residuals left;
    if (!at.finite()) {
        status = Status::not_finite;
    } else if (begun) {
        left = residuals(search_, at);
        status = judged(search_, status, at, left);
    }
    state_.counts = counts;
    memory_.evaluated = evaluated;
    state_.seconds = clock_.seconds();
    Summary summary{.status = status,
                    .stationarity = left.stationarity,
                    .violation = left.violation,
                    .complementarity = left.complementarity,
                    .risks = at.risks,
                    .lambda = begun ? state_.lambda : std::vector<double>(m),
                    .alpha = begun ? state_.alpha : std::vector<double>(m, options_.penalty.initial),
                    .constraint_names = constraints_.names,
                    .counts = counts,
                    .seconds = state_.seconds,
                    .options_given = given_,
                    .options_used = options_};
    Findings findings{.left = left, .satisfied = met(at), .second_order = curvature_ == Curvature::positive};
    if (status == Status::not_finite) findings.not_finite = not_finite(search_, at);
    findings.better_was_seen = begun && !primal_.has_strict_risks() && kept_.best_is_better(left.merit);
    for (std::size_t i = 0; begun && i < m; ++i) {
        if (steps_.at_ceiling(i)) summary.at_ceiling.push_back(i);
        findings.at_cap = findings.at_cap || steps_.at_cap(i);
    }
    summary.ending = ending_of(summary, constraints_, findings);
    summary.message = to_string(summary.ending);
    return summary;
}

}  // namespace

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
