#pragma once

#include "solver/dual/residuals.hpp"
#include "solver/dual/search.hpp"

/// Rates have smooth surrogates, which theta is moved by. They begin wide, so that everybody has a slope, and become
/// narrower until they can be believed; their bounds move until the strict rates meet their own.
namespace alcole::solver {

/// The surrogates hold theta back, or it is moved towards one, and they are too wide to be believed.
bool must_narrow(const Search& search, const At& at);
/// The next narrower ones, made right about the strict risks at this theta. The problem is then another one.
void narrow(const Search& search);
/// Moves their bounds. False when the strict risks are content with this KKT point of the surrogate problem.
bool move_bounds(const Search& search, const At& at);

/// The best feasible theta is a place to go on from, once. False when there is none.
bool go_on_from_best(const Search& search);
/// Where surrogates led nowhere, narrower ones may lead on. False when there is nothing left to try.
bool start_over(const Search& search);

}  // namespace alcole::solver
