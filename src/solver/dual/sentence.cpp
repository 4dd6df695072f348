#include "solver/dual/sentence.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::solver {
namespace {

using base::short_number;

/// The constraint with the largest violation in its own units; 0 when there are none.
std::size_t most_violated(const Summary& s, const Constraints& constraints) {
    std::size_t worst = 0;
    for (std::size_t i = 1; i < constraints.size(); ++i)
        if (constraints.relative_violation(i, s.risks[i + 1]) >
            constraints.relative_violation(worst, s.risks[worst + 1]))
            worst = i;
    return worst;
}

bool satisfied(const Summary& s, const Constraints& constraints) {
    return constraints.relative_violation(s.risks) <= s.options_used.tolerance.violation;
}

std::string on_constraints(const Summary& s, const Constraints& constraints) {
    if (constraints.size() == 0) return "there are no constraints";
    if (satisfied(s, constraints)) return "every constraint holds to " + short_number(s.violation);
    const std::size_t worst = most_violated(s, constraints);
    return "'" + constraints.names[worst] + "' is violated by " +
           short_number(constraints.violation(worst, s.risks[worst + 1]));
}

std::string gradient(const Summary& s) { return "the gradient of the Lagrangian is " + short_number(s.stationarity); }

/// Complementarity is mentioned where it fails.
std::string on_residuals(const Summary& s, const Constraints& constraints, const Residuals& left) {
    const std::string feasibility = on_constraints(s, constraints);
    const double allowed =
        s.options_used.tolerance.complementarity * std::max(left.objective_unit, std::abs(left.objective));
    if (s.complementarity <= allowed) return feasibility + " and " + gradient(s);
    return feasibility + ", " + gradient(s) + ", and the largest product of a multiplier and its constraint is " +
           short_number(s.complementarity) + " where " + short_number(allowed) + " is allowed";
}

std::string on_stall(const Summary& s, const Constraints& constraints, const Findings& findings) {
    constexpr double low = 1e9;
    if (findings.at_cap && s.options_used.penalty.cap < low)
        return "a penalty is at penalty.cap, which may be too low for this problem";
    const Residuals& left = findings.left;
    const bool multipliers_fail = left.feasibility_in_tolerances(s.options_used) > 1;
    if (!satisfied(s, constraints) || !multipliers_fail) return "no residual falls any more";
    double largest = 0;
    for (const double v : s.lambda) largest = std::max(largest, std::abs(v));
    return "the multipliers keep growing (the largest is " + short_number(largest) +
           "), as they do where no finite multiplier exists";
}

std::string on_convergence(const Summary& s, const Findings& findings) {
    std::string remarks;
    if (findings.left.in_tolerances(s.options_used) > 1) remarks += ", as small as rounding allows";
    if (!findings.second_order) remarks += " (first order only)";
    if (findings.better_was_seen) remarks += "; a feasible point with a lower objective was met on the way, see best()";
    return remarks;
}

std::string limit_of(const Options& options) {
    return options.regime == Regime::full ? std::to_string(options.max_outer) + " dual steps"
                                          : std::to_string(options.stochastic.max_epochs) + " epochs";
}

}  // namespace

std::string sentence(const Summary& s, const Constraints& constraints, const Findings& findings) {
    const Options& options = s.options_used;
    const bool has_penalty = options.method == Method::augmented || options.method == Method::penalty;
    const std::string feasibility = on_constraints(s, constraints);
    const std::string all = on_residuals(s, constraints, findings.left);
    switch (s.status) {
        case Status::converged:
            return "converged: " + all + on_convergence(s, findings);
        case Status::infeasible:
            return "infeasible: " + feasibility +
                   " and no small change of theta lowers the violation; other starts were not tried";
        case Status::stalled:
            return "stalled: " + on_stall(s, constraints, findings) + "; " + all;
        case Status::unbounded:
            return "unbounded: the Lagrangian is unbounded below" +
                   std::string(has_penalty ? ", whatever the penalty" : " at these multipliers") +
                   "; theta is where that began, " + feasibility;
        case Status::iteration_limit:
            return "stopped at the limit of " + limit_of(options) + ": " + all;
        case Status::time_limit:
            return "stopped at the time limit of " + short_number(options.max_seconds) +
                   (options.max_seconds == 1 ? " second: " : " seconds: ") + all;
        case Status::not_finite:
            return "not finite: " + findings.trouble;
        case Status::settled:
            return "settled: risks and multipliers have stabilised to within the noise of the mini-batches; " + all;
        case Status::interrupted:
            return "interrupted on request: " + all;
    }
    return {};
}

}  // namespace alcole::solver
