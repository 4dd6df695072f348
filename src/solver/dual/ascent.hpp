#pragma once

#include <alcole/hooks.hpp>
#include <alcole/options.hpp>
#include <alcole/primal.hpp>
#include <alcole/result.hpp>
#include <alcole/state.hpp>

namespace alcole::solver {

/// alcole::ascend() without the on_end of the hooks, for those who climb more than once.
Summary climb(Primal& primal, DualState& state, const Options& options, const Hooks& hooks);

}  // namespace alcole::solver
