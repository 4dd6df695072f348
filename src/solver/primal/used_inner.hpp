#pragma once

#include <alcole/any_problem.hpp>
#include <alcole/options.hpp>

namespace alcole::solver {

/// The options of the minimisations with everything settled that was left to the solver: the minimiser and the length
/// of its memory. Throws std::invalid_argument if they ask for what the problem does not offer.
template <class T>
Options::Inner used_inner(const ProblemFacts<T>& problem, Options::Inner inner);

}  // namespace alcole::solver
