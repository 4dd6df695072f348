#pragma once

#include "solver/dual/evaluation.hpp"

#include <optional>

namespace alcole::solver {

/// The method of multipliers converges linearly, by a fixed factor per dual step; close to the answer, a Newton step
/// for theta and lambda together converges quadratically. It is accepted if it at least halves the residual. Otherwise
/// the next one is tried after dual steps have reduced the residual, or have failed to do so for a while.
std::optional<Visit> step_by_newton(const Search& search);
/// To be called after a dual step was taken instead: raises the residual below which the next Newton step is tried.
void raise_newton_threshold(const Search& search);

}  // namespace alcole::solver
