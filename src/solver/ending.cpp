#include <alcole/ending.hpp>

#include "base/text.hpp"

namespace alcole {
namespace {

using base::short_number;
using Reason = Ending::Reason;

std::string on_constraints(const Ending& e) {
    if (e.num_constraints == 0) return "there are no constraints";
    if (!e.constraints.empty())
        return base::quoted(e.constraints[0]) + " is violated by " + short_number(e.missed_by[0]);
    if (e.gave_way == e.num_constraints) return "every constraint gives way at its price";
    return "every constraint holds to " + short_number(e.violation) +
           (e.gave_way == 0 ? "" : " or gives way at its price");
}

/// Mentions complementarity only if it exceeds its tolerance.
std::string on_residuals(const Ending& e) {
    const std::string feasibility = on_constraints(e);
    const std::string gradient = "the gradient of the Lagrangian is " + short_number(e.stationarity);
    if (e.complementarity <= e.allowed_complementarity) return feasibility + " and " + gradient;
    return feasibility + ", " + gradient + ", and the largest product of a multiplier and its constraint is " +
           short_number(e.complementarity) + " where " + short_number(e.allowed_complementarity) + " is allowed";
}

std::string on_stall(const Ending& e) {
    if (e.reason == Reason::at_cap) return "a penalty is at penalty.cap, which may be too low for this problem";
    if (e.reason == Reason::no_multiplier)
        return "the multipliers keep growing (the largest is " + short_number(e.largest_multiplier) +
               "), as they do where no finite multiplier exists";
    return "no residual decreases any more";
}

std::string on_convergence(const Ending& e) {
    std::string remarks;
    if (e.rounding) remarks += ", as small as rounding allows";
    if (e.first_order) remarks += " (first order only)";
    if (e.better_was_seen) remarks += "; a feasible point with a lower objective was found on the way, see best()";
    return remarks;
}

std::string on_conflict(const Ending& e) {
    std::vector<std::string> clash;
    std::vector<std::string> amounts;
    for (std::size_t k = 0; k < e.constraints.size(); ++k) {
        clash.push_back(base::quoted(e.constraints[k]));
        amounts.push_back(short_number(e.missed_by[k]));
    }
    if (e.others > 0) clash.push_back(std::to_string(e.others) + " others");
    const bool one = clash.size() == 1;
    const std::string which = one ? "it" : e.others > 0 ? "those named" : "them";
    return "infeasible: no point was found that meets " + base::listed(clash) + (one ? "" : " together") +
           "; the least-violating point misses " + which + " by " + base::listed(amounts);
}

std::string_view number(NotFinite::Number value) {
    if (value == NotFinite::Number::nan) return "nan";
    return value == NotFinite::Number::infinity ? "inf" : "-inf";
}

std::string on_not_finite(const NotFinite& n) {
    const std::string is = " is " + std::string(number(n.value));
    const std::string when = " after " + base::plural(static_cast<std::size_t>(n.steps), "step");
    switch (n.what) {
        case NotFinite::What::unknown:
            return "a risk or a gradient is not finite" + when;
        case NotFinite::What::risk:
            return (n.risk == 0 ? "the objective" : "constraint " + base::quoted(n.constraint)) + is + when;
        case NotFinite::What::gradient: {
            const bool unwritten = n.value == NotFinite::Number::nan && n.steps == 0;
            return "entry " + std::to_string(n.entry) + " of the gradient" + is + when +
                   (unwritten ? "; a pullback must write every entry, and not add to it" : "");
        }
    }
    return {};
}

std::string at_time_limit(const Ending& e) {
    return "stopped at the time limit of " + short_number(e.max_seconds) +
           (e.max_seconds == 1 ? " second" : " seconds");
}

std::string by_status(const Ending& e) {
    const bool has_penalty = e.method == Method::augmented || e.method == Method::penalty;
    switch (e.status) {
        case Status::converged:
            return "converged: " + on_residuals(e) + on_convergence(e);
        case Status::infeasible:
            return "infeasible: " + on_constraints(e) +
                   " and no small change of theta lowers the violation; other starts were not tried";
        case Status::stalled:
            return "stalled: " + on_stall(e) + "; " + on_residuals(e);
        case Status::unbounded:
            return "unbounded: the Lagrangian is unbounded below" +
                   std::string(has_penalty ? ", whatever the penalty" : " at these multipliers") +
                   "; theta is where that began, " + on_constraints(e);
        case Status::iteration_limit:
            return "stopped at the limit of " + (e.limit > 0 ? std::to_string(e.limit) + " " : "") +
                   (e.regime == Regime::full ? "dual steps: " : "epochs: ") + on_residuals(e);
        case Status::time_limit:
            return at_time_limit(e) + ": " + on_residuals(e);
        case Status::not_finite:
            return "not finite: " + on_not_finite(e.not_finite.value_or(NotFinite{}));
        case Status::settled:
            return "settled: risks and multipliers have stabilised to within the noise of the mini-batches; " +
                   on_residuals(e);
        case Status::interrupted:
            return "interrupted on request: " + on_residuals(e);
    }
    return {};
}

}  // namespace

std::string to_string(const Ending& e) {
    switch (e.reason) {
        case Reason::none:
        case Reason::at_cap:
        case Reason::no_multiplier:
            return by_status(e);
        case Reason::misses_best:
            return "stalled: the last iterate misses a constraint; the best one that meets them all has objective " +
                   short_number(e.best_objective, 6);
        case Reason::not_diagnosed:
            return "stopped: no small change of theta lowers the violation, which is " + short_number(e.violation) +
                   "; whether a feasible point exists was not checked (option 'diagnose' is false)";
        case Reason::feasible_nearby:
            return "stopped without meeting the constraints, though a point that meets them exists nearby";
        case Reason::diagnosis_stopped:
            return (e.status == Status::time_limit ? at_time_limit(e) : "stopped") +
                   " while searching for the reason why no feasible point was found";
        case Reason::conflict:
            return on_conflict(e);
    }
    return {};
}

}  // namespace alcole
