#include "solver/dual/progress.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace alcole::solver {
namespace {

/// A value that did not fall to this fraction of the smallest one so far has not fallen.
constexpr double fallen = 0.9;
/// After so many dual steps without a fall of the violation, a point where it is stationary ends the search.
constexpr std::int64_t patience_for_violation = 6;
/// So many without a fall of any residual end it too.
constexpr std::int64_t patience_for_residual = 25;
/// No feasible point within this many times the size of theta is as good as none.
constexpr double far = 1e3;

void track(double value, double& least, std::int64_t& stuck) {
    stuck = value <= fallen * least ? 0 : stuck + 1;
    least = std::min(least, value);
}

}  // namespace

void forget(detail::Progress& progress, std::size_t m) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    progress = {.last_ascent = std::vector(m, infinity), .least_violation = infinity, .least_residual = infinity};
}

void track_violation(detail::Progress& progress, const Residuals& left) {
    track(left.smooth_violation, progress.least_violation, progress.violation_stuck);
}

void track_residual(detail::Progress& progress, const Residuals& left, const Options& options) {
    track(left.in_tolerances(options), progress.least_residual, progress.residual_stuck);
}

bool violation_is_stuck(const detail::Progress& progress, const Residuals& left, const Options& options) {
    return left.smooth_violation > options.tolerance.violation && progress.violation_stuck >= patience_for_violation;
}

bool residual_is_stuck(const detail::Progress& progress) { return progress.residual_stuck >= patience_for_residual; }

bool multipliers_prove_infeasible(Primal& primal, const DualState& state, const At& at) {
    double sum = 0;
    std::vector<double> weights = {0};
    for (std::size_t i = 0; i < state.lambda.size(); ++i) {
        weights.push_back(state.lambda[i]);
        sum += state.lambda[i] * (at.smooth[i + 1] - state.memory.levels[i].shift);
    }
    const Slopes slopes = primal.slopes(weights);
    return sum > 0 && sum >= far * slopes.theta_size * slopes.stationarity;
}

}  // namespace alcole::solver
