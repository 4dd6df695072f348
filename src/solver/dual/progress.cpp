#include "solver/dual/progress.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace alcole::solver {
namespace {

/// A value counts as falling if it is at most this fraction of the smallest so far.
constexpr double fallen = 0.9;
/// The number of dual steps without a fall of the violation after which the search ends, if the violation is
/// stationary.
constexpr std::int64_t patience_for_violation = 6;
/// The number of dual steps without a fall of the residual after which the search ends.
constexpr std::int64_t patience_for_residual = 25;
/// The relative change of the objective or of the multipliers' proportions that counts as a move.
constexpr double moved = 1e-2;
/// If there is no feasible point within this many times the size of theta, the problem is reported as infeasible.
constexpr double far = 1e3;

void track(double value, double& least, std::int64_t& stuck) {
    stuck = value <= fallen * least ? 0 : stuck + 1;
    least = std::min(least, value);
}

/// The multipliers in scaled units, divided by the largest. If no finite multipliers exist, they grow for ever, but
/// that is not progress: only a change of their proportions is.
std::vector<double> proportions(const DualState& state) {
    std::vector<double> forces(state.lambda.size());
    double largest = 0;
    for (std::size_t i = 0; i < forces.size(); ++i) {
        forces[i] = state.lambda[i] * state.memory.scales[i + 1];
        largest = std::max(largest, std::abs(forces[i]));
    }
    for (double& force : forces) force /= largest > 0 ? largest : 1;
    return forces;
}

void set_mark(DualState& state, const Residuals& left) {
    state.memory.stagnation.mark_objective = left.objective;
    state.memory.stagnation.mark_lambda = proportions(state);
}

bool moves(const DualState& state, const Residuals& left) {
    const detail::Stagnation& stagnation = state.memory.stagnation;
    const double size = std::max(std::abs(left.objective), std::abs(stagnation.mark_objective));
    if (std::abs(left.objective - stagnation.mark_objective) > moved * size) return true;
    const auto now = proportions(state);
    for (std::size_t i = 0; i < now.size(); ++i)
        if (std::abs(now[i] - stagnation.mark_lambda[i]) > moved) return true;
    return false;
}

}  // namespace

void forget(detail::Stagnation& stagnation, std::size_t m) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    stagnation = {.last_ascent = std::vector(m, infinity),
                  .least_violation = infinity,
                  .smallest_residual = infinity,
                  .mark_lambda = std::vector<double>(m),
                  .mark_ascent = infinity};
}

void track_violation(detail::Stagnation& stagnation, const Residuals& left) {
    track(left.smooth_violation, stagnation.least_violation, stagnation.violation_stuck);
}

void track_residual(DualState& state, const Residuals& left, const Options& options) {
    detail::Stagnation& stagnation = state.memory.stagnation;
    track(left.in_tolerances(options), stagnation.smallest_residual, stagnation.residual_stuck);
    if (stagnation.residual_stuck == 0) set_mark(state, left);
}

bool violation_stopped_falling(const detail::Stagnation& stagnation) {
    return stagnation.violation_stuck >= patience_for_violation;
}

bool violation_is_stuck(const detail::Stagnation& stagnation, const Residuals& left, const Options& options) {
    return left.smooth_violation > options.tolerance.violation && violation_stopped_falling(stagnation);
}

bool residual_is_stuck(DualState& state, const Residuals& left) {
    detail::Stagnation& stagnation = state.memory.stagnation;
    if (stagnation.residual_stuck < patience_for_residual) return false;
    if (!moves(state, left)) return true;
    stagnation.residual_stuck = 0;
    set_mark(state, left);
    return false;
}

bool multipliers_prove_infeasible(Primal& primal, const DualState& state, const Constraints& constraints,
                                  const At& at) {
    double sum = 0;
    std::vector<double> weights = {0};
    for (std::size_t i = 0; i < state.lambda.size(); ++i) {
        weights.push_back(constraints.must_be_met(i) ? state.lambda[i] : 0);
        sum += weights.back() * (at.smooth[i + 1] - state.memory.levels[i].shift);
    }
    const Slopes slopes = primal.slopes(weights);
    return sum > 0 && sum >= far * slopes.theta_size * slopes.stationarity;
}

}  // namespace alcole::solver
