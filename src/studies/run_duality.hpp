#pragma once

#include <alcole/context.hpp>

#include "studies/duality.hpp"

#include <optional>

namespace alcole::studies {

/// Runs both methods on every problem and works out their duals. Nothing when it was stopped. The same settings give
/// the same numbers, timings apart, for any number of jobs.
std::optional<Duality> run_duality(const DualitySettings& settings, const Context& context = Context());

}  // namespace alcole::studies
