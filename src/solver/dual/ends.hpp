#pragma once

#include "solver/dual/residuals.hpp"
#include "solver/dual/search.hpp"

#include <optional>

/// When a search is over.
namespace alcole::solver {

/// `infeasible` or `stalled` if the search can make no further progress. Never the case with mini-batches or constant
/// penalties, which may converge slowly.
std::optional<Status> hopeless(const Search& search, const At& at, const Residuals& left);

/// Whether a mini-batch run has settled and may end. Under `cosine` the rate is still falling, so it only remembers
/// this for judged().
bool settles(const Search& search, const At& at);

/// The final status of a search that stopped with `status`. One that stalled, settled or reached its limit may still
/// have converged. A mini-batch run is tested for infeasibility only here.
Status judged(const Search& search, Status status, const At& at, const Residuals& left);

}  // namespace alcole::solver
