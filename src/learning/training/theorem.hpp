#pragma once

#include "learning/training/find_model.hpp"
#include "learning/training/task.hpp"

#include <optional>

namespace alcole::learning {

/// What the theorem promises of a model that was found for a task, at probability 0.95: docs/learnability.md. With a
/// reason instead of numbers where it is silent: several classes or a number to predict, another method, a search that
/// did not converge. `attaining`: an alpha at which the dual is attained as far as is known; none: the search's own.
Theorem theorem_of(Method method, const Task& task, const Answer& answer, std::optional<double> attaining);

}  // namespace alcole::learning
