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

}  // namespace alcole::learning
