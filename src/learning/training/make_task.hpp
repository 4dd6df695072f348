#pragma once

#include "learning/training/source.hpp"
#include "learning/training/task.hpp"

#include <optional>

namespace alcole::learning {

/// Throws std::invalid_argument with a sentence if the rows cannot support the model or the constraints.
TrainingTask make_task(const Config& config, const Source& source, const std::optional<tabular::Split>& split);

}  // namespace alcole::learning
