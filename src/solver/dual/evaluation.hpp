#pragma once

#include "solver/dual/residuals.hpp"
#include "solver/dual/search.hpp"

#include <span>

/// What is known of theta: its risks, and how far it is from a KKT point.
namespace alcole::solver {

/// Where an iteration has come to.
struct Visit {
    At at;
    Residuals left{};
};

/// The risks that decide at a theta with these smooth ones: the strict ones of inequalities, where there are any, and
/// of the objective, where it may be a surrogate.
void decide(const Search& search, std::span<const double> smooth, std::span<double> risks);

/// All data at theta.
At observe(const Search& search);

/// What a dual step needs to know: all data at theta, or the mean over the window's mini-batches, or both.
At evaluate(const Search& search);

/// Of theta with the multipliers of the state. Slopes are known where all data are.
Residuals residuals(const Search& search, const At& at, bool with_slopes = true);
/// With slopes only where two backward passes over all data are not more than what the run does meanwhile. Multipliers
/// that are nothing but rounding are dropped.
Residuals residuals_after_step(const Search& search, const At& at);

/// At a KKT point of the problem theta is moved by; without surrogates that is the problem itself. `roughly`: near one
/// of a problem that is left for a better one as soon as its answer is in sight.
bool arrived(const Search& search, const Residuals& left, bool roughly = false);
/// Where no step lowers L by more than rounding, a gradient that is small can still be above its tolerance.
bool as_small_as_rounding_allows(const Search& search, const Residuals& left);

/// eps_k: a share of what is left, so that theta answers every change of the multipliers, and never below what
/// converged asks for. Where minima are dear it is a share of what the constraints alone leave, each residual in its
/// own tolerance: a minimum of a Lagrangian that is about to be replaced is not worth its steps. And before surrogates
/// that may have to be narrowed are followed to the end, it is seen roughly whether they have to.
void tighten(const Search& search, const Residuals& left, bool roughly);

}  // namespace alcole::solver
