#pragma once

#include "learning/config/config.hpp"
#include "learning/training/answer.hpp"
#include "learning/training/problems.hpp"

#include <vector>

/// Constraints that may give way (resilient constraints): each has a maximum price.
namespace alcole::learning {

/// True if some constraint of the task has a maximum price.
bool any_is_soft(const TrainingTask& task);

/// Finds a model whose constraints cost no more than their prices. The multiplier of a constraint is its price,
/// lambda(b) = -d objective / d b, and falls as the bound b is loosened. A bound whose multiplier exceeds the stated
/// price is loosened until the two are equal, which solves
///
///     minimise   objective + sum_i price_i u_i     subject to   risk_i <= bound_i + u_i,   u_i >= 0
///
/// The answer's bounds are the loosened ones.
Answer find_softened(const SolveConfig& solve, Problems& problems, const std::vector<double>& bounds,
                     const Checkpointing& checkpointing, const WarmStart* warm);

/// A note for each constraint that gave way.
std::vector<Note> notes_on_softened(const TrainingTask& task, const std::vector<double>& asked, const Answer& answer);

}  // namespace alcole::learning
