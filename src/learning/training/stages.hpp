#pragma once

#include <alcole/options.hpp>

#include "learning/config/config.hpp"

#include <cstddef>
#include <vector>

namespace alcole::learning {

/// What determines the stages of a search.
struct SearchSize {
    double flops = 0;         ///< of one evaluation on all data, with its gradient
    std::size_t batches = 1;  ///< mini-batches in an epoch
    bool network = false;
    bool rates = false;       ///< some constraint is on rates
    bool begins_anew = true;  ///< no warm start from the answer to a similar problem
    bool each_row = false;    ///< there are constraints on single rows, which mini-batches cannot estimate
};

/// The searches of a run, in order, each starting where the last one ended.
///
/// Using all data in every step pays as long as an evaluation is quick, and always for a linear model, which takes a
/// few Newton steps: the search ends within all tolerances, multipliers included. A network on a large table starts
/// with mini-batches, as many as it takes to get close to the answer, however many rows there are, with a rate that
/// falls to zero from five times stochastic.rate. If they have not settled, or have found no model that meets the
/// bounds, the search continues on all data. A search with a warm start uses all data from the beginning.
///
/// Tolerances of 0 mean the solver's defaults, with two exceptions. For a network, stationarity has 4e-3. For a
/// network, and for any model with constraints on rates, violation has 1e-3 of the bound.
std::vector<Options> stages_of(SolveConfig solve, const SearchSize& size);

}  // namespace alcole::learning
