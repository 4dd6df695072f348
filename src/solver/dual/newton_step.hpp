#pragma once

#include "solver/dual/evaluation.hpp"

#include <optional>

namespace alcole::solver {

/// The method of multipliers comes a fixed share of the way closer at each dual step; a Newton step for theta and
/// lambda together goes all of it, from near enough. It is taken where it halves the residual at least; where it does
/// not, the next one is tried when dual steps have come closer, or go nowhere.
std::optional<Visit> step_by_newton(const Search& search);
/// A dual step has been taken instead: the next Newton step may be tried from a little further away.
void hope_for_newton(const Search& search);

}  // namespace alcole::solver
