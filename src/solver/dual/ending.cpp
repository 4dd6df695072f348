#include "solver/dual/ending.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::solver {
namespace {

/// The constraint with the largest violation in its own units.
std::size_t most_violated(const Summary& s, const Constraints& constraints) {
    std::size_t worst = 0;
    for (std::size_t i = 1; i < constraints.size(); ++i)
        if (constraints.relative_violation(i, s.risks[i + 1]) >
            constraints.relative_violation(worst, s.risks[worst + 1]))
            worst = i;
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
    for (const double v : s.lambda) ending.largest_multiplier = std::max(ending.largest_multiplier, std::abs(v));
    if (s.status == Status::stalled) ending.reason = why_stalled(s, findings);
    return ending;
}

}  // namespace alcole::solver
