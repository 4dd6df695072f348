#pragma once

#include "learning/config/config.hpp"
#include "learning/training/answer.hpp"
#include "learning/training/problems.hpp"

#include <string>
#include <vector>

/// Constraints that may give way: resilient ones, with a price that meeting them may cost at most.
namespace alcole::learning {

/// Whether some constraint of the task has such a price.
bool any_is_soft(const Task& task);

/// A model whose constraints cost no more than they may. The multiplier of a constraint is its price,
/// lambda(b) = -d objective / d b, and falls as the bound b is loosened: a bound whose multiplier is larger than the
/// stated price is moved outwards until both are equal, which is the solution of
///
///     minimise   objective + sum_i price_i u_i     subject to   risk_i <= bound_i + u_i,   u_i >= 0
///
/// The bounds that it came to are those of the answer.
Answer find_softened(const SolveConfig& solve, Problems& problems, const std::vector<double>& bounds,
                     const Checkpointing& checkpointing, const Warm* warm);

/// A sentence for each constraint that gave way.
std::vector<Note> notes_on_softened(const Task& task, const std::vector<double>& asked, const Answer& answer);

}  // namespace alcole::learning
