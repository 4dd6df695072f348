#pragma once

#include <alcole/context.hpp>

#include "studies/learnability.hpp"

#include <optional>

namespace alcole::studies {

/// Draws the samples, trains every method on each, judges all in the population. Nothing when it was stopped. The same
/// settings give the same numbers, timings apart, for any number of jobs.
std::optional<Learnability> run_learnability(const LearnabilitySettings& settings, const Context& context = Context());

}  // namespace alcole::studies
