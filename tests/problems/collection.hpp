#pragma once

#include "known_problem.hpp"

#include <vector>

/// Constrained problems beyond Hock and Schittkowski's 1 to 119, from their published formulas and standard starts:
/// bounds in the box, every general constraint as c(x) <= 0 or c(x) = 0. Best values are the published ones; if the
/// size or the data are our own, those on which Ipopt and SLSQP agree. All of them offer Hessians and Hessian products.
namespace alcole::problems {

std::vector<KnownProblem> schittkowski();          ///< "More Test Examples for Nonlinear Programming Codes" (1987)
std::vector<KnownProblem> small_problems();        ///< from CUTEst: Boggs and Tolle, Zecevic, Maratos, ...
std::vector<KnownProblem> minimax_problems();      ///< min u subject to f_i(x) <= u
std::vector<KnownProblem> engineering_problems();  ///< beams, springs, pools, columns
std::vector<KnownProblem> shape_problems();        ///< cams, chains, electrons, polygons, packings, matrices
std::vector<KnownProblem> convex_problems();       ///< projections, support vectors, portfolios, ellipsoids, ...
std::vector<KnownProblem> trap_problems();         ///< saddles, cusps, complementarity, redundancy, odd units

/// All of them, in this order.
std::vector<KnownProblem> collection();

}  // namespace alcole::problems
