#pragma once

#include <alcole/options.hpp>

#include "learning/config/config.hpp"

#include <vector>

namespace alcole::learning {

/// The searches of a run, one after the other, each from where the last one ended. `flops`: of one evaluation of all
/// data with its gradient.
///
/// Full batches are worth it as long as an evaluation is quick: they end at the tolerances, multipliers and all, and on
/// tables of up to some 100,000 rows sooner than mini-batches do. Beyond that, mini-batches find the neighbourhood and
/// full batches settle in it.
///
/// Tolerances of 0 are the solver's own, but for a network: 2e-3 for stationarity, and 1e-3 of the bound for violation.
std::vector<Options> stages_of(SolveConfig solve, double flops, bool network);

}  // namespace alcole::learning
