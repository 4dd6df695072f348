#pragma once

#include <alcole/tabular/learning.hpp>

#include "run/outcome/outcome.hpp"

#include <span>
#include <vector>

namespace alcole::run {

/// Pairs of binding constraints whose gradients at theta point against each other: what relaxes one tightens the other.
template <class T>
std::vector<Clash> clashes_of(tabular::LearningProblem<T>& problem, std::span<const T> theta,
                              std::span<const double> lambda);

}  // namespace alcole::run
