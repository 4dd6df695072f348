#pragma once

#include <alcole/options.hpp>
#include <alcole/primal.hpp>
#include <alcole/state.hpp>

namespace alcole::solver {

/// The holder of theta, the state and the options must agree on how many constraints there are, and a resumed run must
/// go on under the options it began with. Throws std::invalid_argument with a sentence.
void check_fit(const Primal& primal, const DualState& state, const Options& options);

}  // namespace alcole::solver
