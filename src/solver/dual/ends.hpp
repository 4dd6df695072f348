#pragma once

#include "solver/dual/residuals.hpp"
#include "solver/dual/search.hpp"

#include <optional>

/// When a search is over.
namespace alcole::solver {

/// Has the search come to a point from which it goes nowhere? A constant penalty, and mini-batches, may take their
/// time.
std::optional<Status> hopeless(const Search& search, const At& at, const Residuals& left);

/// Whether a mini-batch run has come to rest, and may end. Under a rate that still falls this is remembered for the
/// end.
bool settles(const Search& search, const At& at);

/// How a search ended that stopped with this status. One that reached its limit, or came to rest, may have arrived all
/// the same. Mini-batch runs are judged only here, also for whether they were after something that does not exist.
Status judged(const Search& search, Status status, const At& at, const Residuals& left);

}  // namespace alcole::solver
