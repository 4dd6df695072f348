#pragma once

#include "solver/dual/residuals.hpp"
#include "solver/dual/search.hpp"

#include <span>

/// Evaluates theta: its risks, and how far it is from a KKT point.
namespace alcole::solver {

/// The point at which an iteration has arrived.
struct Visit {
    At at;
    Residuals left{};
};

/// Writes the risks that decide feasibility and the best iterate. They equal the smooth ones, except that inequalities
/// use their strict risks, if there are any, and so does the objective if the problem has a width.
void decide(const Search& search, std::span<const double> smooth, std::span<double> risks);

/// Evaluates all data at theta.
At observe(const Search& search);

/// Evaluates what a dual step needs: all data at theta, the mean over the window's mini-batches, or both.
At evaluate(const Search& search);

/// The residuals of theta with the state's multipliers. Stationarity is computed only if all data were evaluated and
/// `with_slopes` is true.
Residuals residuals(const Search& search, const At& at, bool with_slopes = true);
/// The residuals after a dual step. Skips the slopes if two backward passes over all data would cost more than the
/// mini-batch steps in between. Sets multipliers that are mere rounding errors to zero.
Residuals residuals_after_step(const Search& search, const At& at);

/// Whether theta is a KKT point of the problem with surrogates, which without strict risks is the problem itself.
/// `roughly`: to the rough tolerances for a problem that will be replaced by one with narrower surrogates.
bool arrived(const Search& search, const Residuals& left, bool roughly = false);
/// Whether the gradient is small, though above its tolerance, and rounding is what keeps it from falling further.
bool as_small_as_rounding_allows(const Search& search, const Residuals& left);
/// Like arrived(), for a theta from which no step lowers L any further: the gradient may be as small as rounding allows
/// if minima are expensive (minimising_is_expensive). Narrow surrogates in single precision rarely leave less. The
/// search would minimise the same L over and over again, with multipliers that differ by rounding errors.
bool arrived_up_to_rounding(const Search& search, const Residuals& left);

/// Sets eps_k, the tolerance of the next minimisation. It is a share of the remaining stationarity, so that theta
/// responds to every change of the multipliers, and at least half the final tolerance. If minima are expensive
/// (minimising_is_expensive), it is a share of the constraint residuals instead, measured in tolerances: an exact
/// minimum of a Lagrangian that is about to change is not worth its steps. While surrogates may still have to be
/// narrowed, it does not fall below the rough tolerance, which is enough to see whether they have to.
void tighten(const Search& search, const Residuals& left, bool roughly);

}  // namespace alcole::solver
