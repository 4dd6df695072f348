#pragma once

#include "run/training/source.hpp"
#include "run/training/task.hpp"

#include <optional>

namespace alcole::run {

/// Throws std::invalid_argument with a sentence when the rows cannot support the model or the
/// constraints.
Task make_task(const Config& config, const Source& source, const std::optional<tabular::Split>& split);

}  // namespace alcole::run
