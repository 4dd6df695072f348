#include "learning/training/tighten.hpp"

#include <algorithm>
#include <stdexcept>

namespace alcole::learning {
namespace {

using certify::Forecast;
using tabular::RiskDefinition;

constexpr std::size_t max_searches = 6;

bool would_pass(const RiskDefinition& asked, const Forecast& forecast) {
    return asked.at_least ? forecast.limit >= asked.bound : forecast.limit <= asked.bound;
}

bool is_rate(const RiskDefinition& risk) {
    using Measure = tabular::Term::Measure;
    return std::ranges::none_of(risk.terms, [](const tabular::Term& term) {
        return term.measure == Measure::loss || term.measure == Measure::divergence;
    });
}

/// No bound is tightened to less than a tenth of the room it had: what that does not certify, more rows must.
double tighter(const RiskDefinition& asked, double bound, const Forecast& forecast) {
    constexpr double least_room = 0.1;
    constexpr double to_be_safe = 0.98;
    if (asked.at_least)
        return std::min(asked.bound + (forecast.estimate - forecast.limit), 1 - least_room * (1 - asked.bound));
    const double wanted = is_rate(asked)
                              ? asked.bound - (forecast.limit - forecast.estimate)
                              : to_be_safe * std::min(bound, forecast.estimate) * asked.bound / forecast.limit;
    return std::max(wanted, least_room * asked.bound);
}

/// True when some bound has moved.
bool tighten(const std::vector<RiskDefinition>& asked, const std::vector<Forecast>& forecasts,
             std::vector<double>& bounds) {
    bool moved = false;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        if (would_pass(asked[i], forecasts[i])) continue;
        const double next = tighter(asked[i], bounds[i], forecasts[i]);
        const bool further = asked[i].at_least ? next > bounds[i] : next < bounds[i];
        if (further) bounds[i] = next;
        moved = moved || further;
    }
    return moved;
}

/// The states of search number `search`.
Checkpointing checkpoints_of(Checkpointing own, std::size_t search) {
    if (search > 0 && !own.state.empty()) own.state += "." + std::to_string(search);
    return own;
}

/// The trace goes on where that of the last search ended.
void join(Answer& before, Answer answer) {
    for (auto& row : answer.trace) {
        row.iteration += static_cast<std::int64_t>(before.trace.size());
        row.seconds += before.seconds;
    }
    answer.trace.insert(answer.trace.begin(), before.trace.begin(), before.trace.end());
    answer.seconds += before.seconds;
    before = std::move(answer);
}

}  // namespace

certify::Plan certificate_plan(const CertifyConfig& config, const Task& task) {
    return {.rows = task.certify->num_rows(), .delta = config.delta(), .family = config.family};
}

void check_can_be_certified(const CertifyConfig& config, const Task& task, std::uint64_t seed) {
    const auto start =
        tabular::initial_weights(task.shape, task.schema().num_inputs(), task.schema().num_outputs(), seed);
    const TrainedModel model{.schema = task.schema(), .shape = task.shape, .theta = {start.begin(), start.end()}};
    const auto forecasts =
        certify::forecast(model, task.goal.constraints, task.train, certificate_plan(config, task), Context());
    for (std::size_t i = 0; i < forecasts.size(); ++i)
        if (!forecasts[i].reason.empty())
            throw std::invalid_argument("'" + task.goal.constraints[i].name +
                                        "' cannot be certified: " + forecasts[i].reason);
}

Answer find_certifiable(const SolveConfig& solve, Problems& problems, const certify::Plan& plan,
                        const Checkpointing& checkpointing, const Warm* warm) {
    const Task& task = problems.task();
    const auto& asked = task.goal.constraints;
    std::vector<double> bounds = task.goal.bounds();
    Answer found;
    Warm from;
    for (std::size_t search = 0; search < max_searches; ++search) {
        const std::string stage = search == 0 ? "" : "tighter bounds " + std::to_string(search);
        join(found, find_model(solve, problems, bounds, checkpoints_of(checkpointing, search),
                               search == 0 ? warm : &from, stage));
        const Status status = found.summary.status;
        if (status == Status::interrupted || status == Status::not_finite) return found;
        from = found.warm;
        const TrainedModel model{.schema = task.schema(), .shape = task.shape, .theta = found.theta};
        const auto forecasts = certify::forecast(model, asked, task.train, plan, problems.context());
        for (std::size_t i = 0; i < asked.size(); ++i)
            if (!would_pass(asked[i], forecasts[i])) found.unlikely.push_back(asked[i].name);
        if (status == Status::infeasible || !tighten(asked, forecasts, bounds)) break;
    }
    return found;
}

}  // namespace alcole::learning
