#pragma once

#include <alcole/context.hpp>
#include <alcole/learning/outcome.hpp>
#include <alcole/state.hpp>
#include <alcole/tabular/goal.hpp>

#include "learning/training/places.hpp"

#include <span>
#include <vector>

/// How a search reports on itself, whatever the model: progress while it runs, and its trace.
namespace alcole::learning {

/// Reports `progress`, adding the objective and the worst constraint. `risks`: the objective, then one per constraint
/// of the goal.
void report_progress(const Context& context, const tabular::Goal& goal, Progress progress,
                     std::span<const double> risks);

/// Appends the dual steps of a stage to those of the stages before it.
void append_trace(std::vector<TraceRow>& trace, const std::vector<TraceRecord>& records, Regime regime, Places places);

}  // namespace alcole::learning
