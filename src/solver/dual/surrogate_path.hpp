#pragma once

#include "solver/dual/residuals.hpp"
#include "solver/dual/search.hpp"

/// Rates have smooth surrogates, which drive theta. They start wide, so that every row contributes to the gradient, and
/// are narrowed until they agree with the strict rates; then their bounds are shifted until the strict rates meet
/// theirs.
namespace alcole::solver {

/// The penalties of a search that begins. A rate lies between 0 and 1 however tight its bound b is, and that is the
/// scale on which its surrogate is curved. The penalty of a violation in units of a tight bound is a valley too narrow
/// and too bent to follow, so the automatic one is penalty.initial * s_0 / (b max(b, 0.03)), where a bound below 0.01
/// counts as 0.01. It uses the bounds themselves, not their powers of two, so that it is continuous and only ever rises
/// as a bound falls.
std::vector<double> first_alpha(const Search& search);

/// Whether the surrogates matter (a constraint is active or violated, or the objective is a surrogate) and are too wide
/// to be trusted.
bool must_narrow(const Search& search, const At& at);
/// Narrows the surrogates and shifts their bounds so that they agree with the strict risks at this theta. This changes
/// the problem.
void narrow(const Search& search);
/// Shifts the bounds of the surrogates. False if the strict risks need no further shift at this KKT point of the
/// surrogate problem.
bool move_bounds(const Search& search, const At& at);

/// Continues from the best feasible theta, at most once per run. False if there is none.
bool go_on_from_best(const Search& search);
/// Starts again after a failure: with narrower surrogates, or from the best theta if they are as narrow as allowed.
/// False if there is nothing left to try.
bool start_over(const Search& search);

}  // namespace alcole::solver
