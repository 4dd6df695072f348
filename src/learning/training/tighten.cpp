#include "learning/training/tighten.hpp"

#include <algorithm>

namespace alcole::learning {
namespace {

using certify::Forecast;
using tabular::RiskDefinition;

constexpr std::size_t most_searches = 6;

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

Tightened find_certifiable(const SolveConfig& solve, Problems& problems, const certify::Plan& plan,
                           const Checkpointing& checkpointing, const Warm* warm) {
    const Task& task = problems.task();
    const auto& asked = task.goal.constraints;
    std::vector<double> bounds = task.goal.bounds();
    Tightened found;
    Warm from;
    for (bool again = true; again;) {
        const bool first = found.searches == 0;
        const std::string stage = first ? "" : "tighter bounds " + std::to_string(found.searches);
        Answer answer = find_model(solve, problems, bounds, checkpoints_of(checkpointing, found.searches),
                                   first ? warm : &from, stage);
        ++found.searches;
        join(found.answer, std::move(answer));
        const Status status = found.answer.summary.status;
        if (status == Status::interrupted || status == Status::not_finite) return found;
        from = found.answer.warm;
        found.bounds = bounds;
        const learning::TrainedModel model{.schema = task.schema(), .shape = task.shape, .theta = found.answer.theta};
        const auto forecasts = certify::forecast(model, asked, task.train, plan, problems.context());
        found.unlikely.clear();
        for (std::size_t i = 0; i < asked.size(); ++i)
            if (!would_pass(asked[i], forecasts[i])) found.unlikely.push_back(asked[i].name);
        again = found.searches < most_searches && status != Status::infeasible && tighten(asked, forecasts, bounds);
    }
    return found;
}

}  // namespace alcole::learning
