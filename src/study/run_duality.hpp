#pragma once

#include "run/several.hpp"
#include "study/duality.hpp"

#include <optional>

namespace alcole::study {

/// Runs both methods on every problem and works out their duals. Nothing when it was stopped. The same settings give
/// the same numbers, timings apart, for any number of jobs.
std::optional<Duality> run_duality(const DualitySettings& settings, const run::Several& several);

}  // namespace alcole::study
