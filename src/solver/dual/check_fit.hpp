#pragma once

#include <alcole/options.hpp>
#include <alcole/primal.hpp>
#include <alcole/state.hpp>

namespace alcole::solver {

/// Checks that the holder of theta, the state and the options agree on the number of constraints, and that a resumed
/// run keeps the options it started with. Throws std::invalid_argument with a sentence.
void check_fit(const Primal& primal, const DualState& state, const Options& options);

}  // namespace alcole::solver
