#include "solver/dual/ending.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::solver {
namespace {

/// Of the constraints that must be met, the one with the largest violation in its own units.
std::size_t most_violated(const Summary& s, const Constraints& constraints) {
    std::size_t worst = 0;
    double largest = -1;
    for (std::size_t i = 0; i < constraints.size(); ++i) {
        const double violation = constraints.relative_violation(i, s.risks[i + 1]);
        if (!constraints.must_be_met(i) || !(violation > largest)) continue;
        worst = i;
        largest = violation;
    }
    return worst;
}

Ending::Reason why_stalled(const Summary& s, const Findings& findings) {
    constexpr double low = 1e9;
    if (findings.at_cap && s.options_used.penalty.cap < low) return Ending::Reason::at_cap;
    const bool multipliers_fail = findings.left.feasibility_in_tolerances(s.options_used) > 1;
    return findings.satisfied && multipliers_fail ? Ending::Reason::no_multiplier : Ending::Reason::none;
}

}  // namespace

Ending ending_of(const Summary& s, const Constraints& constraints, const Findings& findings) {
    const Options& options = s.options_used;
    const Residuals& left = findings.left;
    Ending ending{.status = s.status,
                  .method = options.method,
                  .regime = options.regime,
                  .num_constraints = constraints.size(),
                  .violation = s.violation,
                  .stationarity = s.stationarity,
                  .complementarity = s.complementarity,
                  .allowed_complementarity = left.allowed_complementarity(options),
                  .limit = options.regime == Regime::full ? options.max_outer : options.stochastic.max_epochs,
                  .max_seconds = options.max_seconds,
                  .rounding = left.in_tolerances(options) > 1,
                  .first_order = !findings.second_order,
                  .better_was_seen = findings.better_was_seen,
                  .not_finite = findings.not_finite};
    if (!findings.satisfied) {
        const std::size_t worst = most_violated(s, constraints);
        ending.constraints = {constraints.names[worst]};
        ending.missed_by = {constraints.violation(worst, s.risks[worst + 1])};
    }
    const double tolerance = options.tolerance.violation;
    for (std::size_t i = 0; i < constraints.size(); ++i)
        if (constraints.relative_violation(i, s.risks[i + 1]) > tolerance &&
            constraints.relative_residual(i, s.risks[i + 1], s.lambda[i]) <= tolerance)
            ++ending.gave_way;
    for (const double v : s.lambda) ending.largest_multiplier = std::max(ending.largest_multiplier, std::abs(v));
    if (s.status == Status::stalled) ending.reason = why_stalled(s, findings);
    return ending;
}

}  // namespace alcole::solver
