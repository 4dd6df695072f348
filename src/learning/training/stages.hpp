#pragma once

#include <alcole/options.hpp>

#include "learning/config/config.hpp"

#include <cstddef>
#include <vector>

namespace alcole::learning {

/// What a search has to do with.
struct SearchSize {
    double flops = 0;         ///< of one evaluation of all data with its gradient
    std::size_t batches = 1;  ///< mini-batches in an epoch
    bool network = false;
    bool begins_anew = true;  ///< not from the answer to a similar question
    bool each_row = false;    ///< there are constraints on single rows, which no mini-batch can estimate
};

/// The searches of a run, one after the other, each from where the last one ended.
///
/// All data in every step are worth it as long as an evaluation is quick, and for a linear model always, which takes a
/// few Newton steps: the search ends at the tolerances, multipliers and all. A network on a large table begins with
/// mini-batches, as many as bring it near, however many rows there are, with a rate that falls to zero from five times
/// stochastic.rate; where they have not settled, or have met no model that keeps the bounds, all data go on from there.
/// A search that is near already begins with all data.
///
/// Tolerances of 0 are the solver's own, but for a network: 2e-3 for stationarity, and 1e-3 of the bound for violation.
std::vector<Options> stages_of(SolveConfig solve, const SearchSize& size);

}  // namespace alcole::learning
