#include "solver/dual/ascent.hpp"

#include <algorithm>
#include <cmath>

/// How an ascent ends: has it arrived, is there no way on, and what is said of the last theta.
namespace alcole {
namespace {

/// A value that did not fall to this share of its least one has not fallen.
constexpr double fallen = 0.9;
/// So many dual steps without a fall of the violation, and a point where it is stationary ends the search.
constexpr std::int64_t patience_for_violation = 6;
/// So many without a fall of any residual end it too.
constexpr std::int64_t patience_for_residual = 25;
/// No feasible point within this many times the size of theta is as good as none.
constexpr double far = 1e3;

}  // namespace

bool Ascent::all_finite(std::span<const double> values) {
    return std::ranges::all_of(values, [](double v) { return std::isfinite(v); });
}

/// The largest residual in units of its tolerance: converged means at most 1.
double Ascent::in_tolerances(const Residuals& at) const {
    const auto& tolerance = options_.tolerance;
    const double stationarity = at.stationarity / (tolerance.stationarity * at.gradient_size);
    if (options_.method == Method::unconstrained) return stationarity;
    const double objective = std::max(1.0, std::abs(risks_[0]));
    return std::max({stationarity, at.driven_violation / tolerance.violation,
                     at.complementarity / (tolerance.complementarity * objective)});
}

/// At a KKT point of the problem theta is driven by. Where there are no surrogates, that is the problem itself.
bool Ascent::arrived(const Residuals& at) const {
    return at.exact && looseness(options_.loose, state_.iteration) == 0 && in_tolerances(at) <= 1;
}

/// Has the search come to a point from which it goes nowhere? A constant penalty, and mini-batches, may take their
/// time.
std::optional<Status> Ascent::hopeless(const Residuals& at) {
    if (!at.exact || looseness(options_.loose, state_.iteration) > 0) return std::nullopt;
    const auto track = [](double value, double& least, std::int64_t& stuck) {
        stuck = value <= fallen * least ? 0 : stuck + 1;
        least = std::min(least, value);
    };
    track(at.driven_violation, state_.least_violation, state_.violation_stuck);
    if (options_.regime == Regime::stochastic || options_.penalty.schedule == PenaltySchedule::constant)
        return std::nullopt;
    track(in_tolerances(at), state_.least_residual, state_.residual_stuck);
    if (violation_is_stuck(at) && multipliers_prove_infeasible()) {
        state_.infeasible = true;
        return Status::infeasible;
    }
    if (state_.residual_stuck >= patience_for_residual) return Status::stalled;
    return std::nullopt;
}

bool Ascent::violation_is_stuck(const Residuals& at) const {
    return at.driven_violation > options_.tolerance.violation && state_.violation_stuck >= patience_for_violation;
}

/// Multipliers of a problem without a feasible point grow for ever, and tell why. For convex constraints and
/// lambda >= 0, every x has
///
///     sum_i lambda_i l_i(x)  >=  sum_i lambda_i l_i(theta)  -  |sum_i lambda_i grad l_i(theta)|_inf |x - theta|_1,
///
/// which is positive, so that x violates some constraint, unless x is at least as far away as the quotient of the two.
/// When that is far beyond the size of theta, theta is given up; without convexity this speaks of its neighbourhood
/// only.
bool Ascent::multipliers_prove_infeasible() {
    double sum = 0;
    weights_[0] = 0;
    for (std::size_t i = 0; i < m_; ++i) {
        weights_[i + 1] = state_.lambda[i];
        sum += state_.lambda[i] * (smooth_[i + 1] - state_.levels[i].shift);
    }
    const Slopes slopes = primal_.slopes(weights_);
    return sum > 0 && sum >= far * slopes.theta_size * slopes.stationarity;
}

/// A run that came to its limit may have arrived all the same. Mini-batch runs are judged only here, also for whether
/// they were after something that does not exist.
Status Ascent::judge(Status status, const Residuals& at) {
    if (status != Status::iteration_limit) return status;
    const bool minded = options_.method != Method::unconstrained;
    const bool met = at.relative_violation <= options_.tolerance.violation;
    if (arrived(at) && (met || !minded)) return Status::converged;
    const bool last_word = options_.regime == Regime::stochastic && minded;
    return last_word && violation_is_stuck(at) && multipliers_prove_infeasible() ? Status::infeasible : status;
}

std::vector<std::size_t> Ascent::at_ceiling() const {
    std::vector<std::size_t> held;
    for (std::size_t i = 0; i < state_.lambda.size() && !state_.scales.empty(); ++i)
        if (std::abs(state_.lambda[i]) >= options_.dual.ceiling * unit_of_lambda(i)) held.push_back(i);
    return held;
}

/// The answer is always judged on all data at the last theta. These last evaluations are no part of the run: they
/// are not counted, so that a resumed run counts as an uninterrupted one does.
Summary Ascent::finish(Status status) {
    const Counts counts = primal_.counts();
    Residuals at;
    observe();
    if (!all_finite(smooth_) || !all_finite(risks_)) {
        status = Status::not_finite;
    } else if (!state_.scales.empty()) {
        lambda_ = state_.lambda;
        at = residuals();
        status = judge(status, at);
    }
    state_.counts = counts;
    state_.seconds = elapsed();
    Summary s{.status = status,
              .stationarity = at.stationarity,
              .violation = at.violation,
              .complementarity = at.complementarity,
              .risks = risks_,
              .lambda = state_.lambda,
              .alpha = state_.alpha,
              .constraint_names = names_,
              .at_ceiling = at_ceiling(),
              .counts = counts,
              .seconds = state_.seconds,
              .options_given = given_,
              .options_used = options_};
    s.message = sentence(s, at);
    return s;
}

}  // namespace alcole
