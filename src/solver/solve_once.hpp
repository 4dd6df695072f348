#pragma once

#include <alcole/any_problem.hpp>
#include <alcole/hooks.hpp>
#include <alcole/options.hpp>
#include <alcole/result.hpp>

namespace alcole::solver {

/// One dual ascent over a theta in memory: solve() without the diagnosis and without calling Hooks::on_end.
template <class T>
Result<T> solve_once(AnyProblem<T>& problem, State<T> start, const Options& options, const Hooks& hooks);

}  // namespace alcole::solver
