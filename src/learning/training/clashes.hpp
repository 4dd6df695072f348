#pragma once

#include <alcole/learning/outcome.hpp>
#include <alcole/tabular/learning.hpp>

#include <span>
#include <vector>

namespace alcole::learning {

/// Pairs of binding constraints whose gradients at theta point in opposite directions: what relaxes one tightens the
/// other.
template <class T>
std::vector<Clash> clashes_of(tabular::LearningProblem<T>& problem, std::span<const T> theta,
                              std::span<const double> lambda);

/// True if one constraint bounds a risk from above and the other one its negative: the two sides of a gap.
bool are_mirrors(const tabular::RiskDefinition& a, const tabular::RiskDefinition& b);

/// Says by how much the model at theta misses the constraints in conflict, the most violated first, and names only one
/// side of each gap. The diagnosis knows the smooth forms of rates at another point.
template <class T>
void name_conflict(tabular::LearningProblem<T>& problem, std::span<const T> theta, const Conflict& conflict,
                   Ending& ending);

}  // namespace alcole::learning
