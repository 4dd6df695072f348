#pragma once

#include "learning/training/answer.hpp"
#include "learning/training/problems.hpp"

#include <vector>

/// What becomes of soft constraints after a search. The search itself minimises
///
///     objective + sum_i price_i u_i     subject to   risk_i <= bound_i + u_i,   u_i >= 0
///
/// (constraint_prices() in alcole/problem.hpp).
namespace alcole::learning {

/// Loosens the bounds of constraints that gave way to their strict risks, by which the model is then judged. The trace
/// is relative to these bounds too.
void loosen_to_reached(Problems& problems, Answer& answer);

/// A note for each constraint that gave way. `asked`: the bounds as stated.
std::vector<Note> notes_on_giving_way(const TrainingTask& task, const std::vector<double>& asked, const Answer& answer);

}  // namespace alcole::learning
