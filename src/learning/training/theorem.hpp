#pragma once

#include "learning/training/answer.hpp"
#include "learning/training/task.hpp"

#include <optional>

namespace alcole::learning {

/// What the theorem promises, with probability 0.95, for a model found for a task: see docs/learnability.md. If it
/// promises nothing, the reason: several classes or regression, another method, or a search that did not converge.
/// `attaining`: an alpha at which the dual is known to be attained; none: the one that the search used.
Theorem theorem_of(Method method, const TrainingTask& task, const Answer& answer, std::optional<double> attaining);

}  // namespace alcole::learning
