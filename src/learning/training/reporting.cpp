#include "learning/training/reporting.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::learning {

void report_progress(const Context& context, const tabular::Goal& goal, Progress progress,
                     std::span<const double> risks) {
    progress.objective = risks[0];
    for (std::size_t i = 0; i < goal.constraints.size(); ++i) {
        const double slack = risks[i + 1] / std::max(std::abs(goal.constraints[i].bound), 1e-12);
        if (progress.worst && slack <= *progress.worst) continue;
        progress.worst = slack;
        progress.worst_name = goal.constraints[i].name;
    }
    context.report(progress);
}

void append_trace(std::vector<TraceRow>& trace, const std::vector<TraceRecord>& records, Regime regime, Places places) {
    for (const auto& record : records)
        trace.push_back({.iteration = static_cast<std::int64_t>(trace.size()),
                         .regime = regime,
                         .steps = record.steps,
                         .seconds = record.seconds,
                         .objective = record.risks[0],
                         .slack = worst_of(places, std::span(record.risks).subspan(1)),
                         .multiplier = sum_of(places, record.lambda),
                         .stationarity = record.stationarity});
}

}  // namespace alcole::learning
