#pragma once

#include "solver/dual/kept.hpp"
#include "solver/dual/search.hpp"

#include <optional>

namespace alcole::solver {

/// What each risk is measured in, the first multipliers and penalties, and eps_0: a share of the slope L has now, which
/// is small already after a warm start. A status where there is nothing to do. `given`: the options as the user has
/// them.
std::optional<Status> begin(const Search& search, KeptIterates& kept, const Options& given);

/// With mini-batches alpha is constant unless it is told to grow, and a constraint's slope at the first theta says
/// little of what it is at its bound: it is measured again after 10, 20, 40, ... dual steps. By then it is also known
/// how far each risk has moved, R_i, and a penalty of 4 R_0 for a violation of R_i is all that is ever needed: a larger
/// alpha only turns the noise of mini-batches into weights.
void measure_again(const Search& search);

}  // namespace alcole::solver
