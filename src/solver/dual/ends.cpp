#include "solver/dual/ends.hpp"

#include "solver/dual/evaluation.hpp"
#include "solver/dual/progress.hpp"
#include "solver/dual/settling.hpp"

namespace alcole::solver {
namespace {

bool proves_infeasible(const Search& s, const At& at, const Residuals& left) {
    return violation_is_stuck(s.memory().stagnation, left, s.options) &&
           multipliers_prove_infeasible(s.primal, s.state, s.constraints, at);
}

}  // namespace

std::optional<Status> hopeless(const Search& s, const At& at, const Residuals& left) {
    if (!at.exact || s.steps.relaxation() > 0) return std::nullopt;
    track_violation(s.memory().stagnation, left);
    if (s.mini_batches() || s.options.penalty.schedule == PenaltySchedule::constant) return std::nullopt;
    track_residual(s.state, left, s.options);
    if (proves_infeasible(s, at, left)) {
        s.memory().infeasible = true;
        return Status::infeasible;
    }
    if (residual_is_stuck(s.state, left)) return Status::stalled;
    return std::nullopt;
}

bool settles(const Search& s, const At& at) {
    if (!s.mini_batches() || !s.options.stochastic.settle || s.steps.relaxation() > 0) return false;
    // The layout that has_settled() expects: the objective, the m constraints, the m multipliers.
    std::vector<double> values = {at.steering[0]};
    for (std::size_t i = 0; i < s.m(); ++i) values.push_back(s.steps.steering(at, i));
    values.insert(values.end(), s.state.lambda.begin(), s.state.lambda.end());
    const std::int64_t steps = s.primal.counts().steps;
    detail::Settling& settling = s.memory().settling;
    note(settling, values, steps);
    if (!long_enough(settling, steps)) return false;
    settling.settled = has_settled(settling, s.constraints, s.state.trace.front().risks[0], s.constrained());
    end_stretch(settling);
    return settling.settled && s.options.stochastic.rate_schedule != RateSchedule::cosine;
}

Status judged(const Search& s, Status status, const At& at, const Residuals& left) {
    const bool satisfied = s.constraints.met(at.risks, s.options.tolerance.violation);
    if (status == Status::stalled) {
        const bool is_there = left.in_tolerances(s.options) <= 1 || as_small_as_rounding_allows(s, left);
        return is_there && (satisfied || !s.constrained() || !s.primal.has_strict_risks()) ? Status::converged : status;
    }
    if (status != Status::iteration_limit && status != Status::settled) return status;
    if (arrived(s, left) && (satisfied || !s.constrained())) return Status::converged;
    if (s.memory().settling.settled) return Status::settled;
    const bool last_word = s.mini_batches() && s.constrained();
    return last_word && proves_infeasible(s, at, left) ? Status::infeasible : status;
}

}  // namespace alcole::solver
