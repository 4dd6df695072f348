#include "ascent.hpp"

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
    return std::max({stationarity, at.relative_violation / tolerance.violation,
                     at.complementarity / (tolerance.complementarity * objective)});
}

bool Ascent::converged(const Residuals& at) const {
    return at.exact && looseness(options_.loose, state_.iteration) == 0 && in_tolerances(at) <= 1;
}

/// In the full regime: has the search come to a point from which it goes nowhere?
std::optional<Status> Ascent::hopeless(const Residuals& at) {
    const bool stiffens = options_.penalty.schedule != PenaltySchedule::constant;
    const bool loose = looseness(options_.loose, state_.iteration) > 0;
    if (options_.regime == Regime::stochastic || !stiffens || loose) return std::nullopt;
    const auto track = [](double value, double& least, std::int64_t& stuck) {
        stuck = value <= fallen * least ? 0 : stuck + 1;
        least = std::min(least, value);
    };
    track(at.relative_violation, state_.least_violation, state_.violation_stuck);
    track(in_tolerances(at), state_.least_residual, state_.residual_stuck);

    const bool violated = at.relative_violation > options_.tolerance.violation;
    if (violated && state_.violation_stuck >= patience_for_violation && violation_is_stationary()) {
        state_.infeasible = true;
        return Status::infeasible;
    }
    if (state_.residual_stuck >= patience_for_residual) return Status::stalled;
    return std::nullopt;
}

/// Is theta, to first order, a local minimum of sum_i violation_i^2? Its gradient is J^T v with v_i = l_i / unit_i^2 on
/// the violated constraints, and is compared with what it would be if the parts did not cancel.
bool Ascent::violation_is_stationary() {
    std::vector<double> sizes(m_ + 1);
    primal_.gradient_sizes(sizes);
    double apart = 0;
    weights_[0] = 0;
    for (std::size_t i = 0; i < m_; ++i) {
        const double l = smooth_[i + 1] - state_.shift[i];
        weights_[i + 1] = violation_of(i, l) > 0 ? l / (units_[i] * units_[i]) : 0;
        apart += std::abs(weights_[i + 1]) * sizes[i + 1];
    }
    return primal_.slopes(weights_).stationarity <= 1e-3 * apart;
}

/// A run that came to its limit may have arrived all the same; mini-batch runs are judged only here.
Status Ascent::judge(Status status, const Residuals& at) {
    if (status != Status::iteration_limit) return status;
    if (converged(at)) return Status::converged;
    const bool violated = at.relative_violation > options_.tolerance.violation;
    const bool minded = options_.method != Method::unconstrained;
    return violated && minded && violation_is_stationary() ? Status::infeasible : status;
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
    if (!state_.scales.empty() && all_finite(smooth_)) {
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
