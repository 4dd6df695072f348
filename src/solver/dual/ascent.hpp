#pragma once

#include <alcole/hooks.hpp>
#include <alcole/options.hpp>
#include <alcole/primal.hpp>
#include <alcole/result.hpp>
#include <alcole/state.hpp>

namespace alcole::solver {

/// alcole::ascend() without calling Hooks::on_end, for callers that ascend more than once.
Summary climb(Primal& primal, DualState& state, const Options& options, const Hooks& hooks);

}  // namespace alcole::solver
