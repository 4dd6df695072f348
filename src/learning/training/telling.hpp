#pragma once

#include <alcole/context.hpp>
#include <alcole/learning/outcome.hpp>
#include <alcole/state.hpp>
#include <alcole/tabular/goal.hpp>

#include "learning/training/places.hpp"

#include <span>
#include <vector>

/// What a search tells of itself, whatever the model: while it runs, and in its trace.
namespace alcole::learning {

/// Reports `progress` with the objective and the worst constraint of these risks: the objective's and one per
/// constraint of the goal.
void tell(const Context& context, const tabular::Goal& goal, Progress progress, std::span<const double> risks);

/// The dual steps of a stage, behind those of the stages before it.
void append_trace(std::vector<TraceRow>& trace, const std::vector<TraceRecord>& records, Regime regime, Places places);

}  // namespace alcole::learning
