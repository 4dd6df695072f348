#include "run/training/tighten.hpp"

#include "certify/forecast.hpp"

#include <algorithm>
#include <stdexcept>

namespace alcole::run {
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
             std::vector<RiskDefinition>& risks) {
    bool moved = false;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        if (would_pass(asked[i], forecasts[i])) continue;
        const double next = tighter(asked[i], risks[i].bound, forecasts[i]);
        const bool further = asked[i].at_least ? next > risks[i].bound : next < risks[i].bound;
        if (further) risks[i].bound = next;
        moved = moved || further;
    }
    return moved;
}

Watch watch_of(const Watch& watch, std::size_t search) {
    Watch own = watch;
    if (search > 0 && !watch.state.empty()) own.state += "." + std::to_string(search);
    if (watch.on_progress)
        own.on_progress = [&watch, search](Progress progress) {
            progress.search = search;
            watch.on_progress(progress);
        };
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

certify::Plan plan_of(const Config& config, std::size_t rows_apart, std::size_t threads) {
    return {.rows = rows_apart, .delta = config.certify.delta(), .family = config.certify.family, .threads = threads};
}

}  // namespace

void check_can_be_certified(const Config& config, const Task& task, std::size_t rows_apart) {
    const certify::Plan plan = plan_of(config, rows_apart, 0);
    const auto& shape = task.learning.model;
    const auto start =
        tabular::initial_weights(shape, task.schema.num_inputs(), task.schema.num_outputs(), config.solve.options.seed);
    const std::vector<float> theta(start.begin(), start.end());
    const auto forecasts = certify::forecast({task.schema, shape, theta}, task.learning.constraints, task.train, plan);
    for (std::size_t i = 0; i < forecasts.size(); ++i)
        if (!forecasts[i].reason.empty())
            throw std::invalid_argument("'" + task.learning.constraints[i].name +
                                        "' cannot be certified: " + forecasts[i].reason);
}

Task with_bounds(Task task, const std::vector<double>& bounds) {
    for (std::size_t i = 0; i < bounds.size(); ++i) task.learning.constraints.at(i).bound = bounds[i];
    return task;
}

Tightened find_certifiable(const Config& config, const Task& task, std::size_t rows_apart, const Watch& watch,
                           const Warm* warm, std::size_t threads) {
    const certify::Plan plan = plan_of(config, rows_apart, threads);
    const auto& asked = task.learning.constraints;
    Task tightened = task;
    Tightened found;
    Warm from;
    for (bool again = true; again;) {
        const Warm* start = found.searches == 0 ? warm : &from;
        Answer answer = find_model(config, tightened, watch_of(watch, found.searches), start, threads);
        ++found.searches;
        join(found.answer, std::move(answer));
        const Status status = found.answer.summary.status;
        if (status == Status::interrupted || status == Status::not_finite) return found;
        from = found.answer.warm;
        found.bounds.clear();
        for (const auto& risk : tightened.learning.constraints) found.bounds.push_back(risk.bound);
        const auto forecasts =
            certify::forecast({task.schema, task.learning.model, found.answer.theta}, asked, task.train, plan);
        found.unlikely.clear();
        for (std::size_t i = 0; i < asked.size(); ++i)
            if (!would_pass(asked[i], forecasts[i])) found.unlikely.push_back(asked[i].name);
        again = found.searches < most_searches && status != Status::infeasible &&
                tighten(asked, forecasts, tightened.learning.constraints);
    }
    return found;
}

}  // namespace alcole::run
