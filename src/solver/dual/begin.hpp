#pragma once

#include "solver/dual/kept.hpp"
#include "solver/dual/search.hpp"

#include <optional>

namespace alcole::solver {

/// Chooses the scales of the risks, the first multipliers and penalties, and eps_0, which is a share of the current
/// slope of L and so is already small after a warm start. Returns a status if there is nothing to do. `given`: the
/// options as the user gave them.
std::optional<Status> begin(const Search& search, KeptIterates& kept, const Options& given);

/// With mini-batches alpha is constant by default, and the gradient of a constraint at the first theta says little
/// about its gradient at the bound. The scales are therefore measured again after 10, 20, 40, ... dual steps. By then
/// the range R_i over which each risk has moved is known as well. The scales ensure that a scaled penalty of 1 is at
/// most alpha_i = 4 R_0 / R_i^2, so that a violation of R_i costs 4 R_0. That always suffices; a larger alpha only
/// turns the noise of mini-batches into weights.
void measure_again(const Search& search);

}  // namespace alcole::solver
