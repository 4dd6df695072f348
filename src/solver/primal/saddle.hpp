#pragma once

#include <alcole/problem.hpp>

#include "solver/primal/line_search.hpp"
#include "solver/primal/objective.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace alcole::solver {

/// A direction along which a stationary point is not a minimum.
template <class T>
struct WayDown {
    std::vector<T> direction;  // of length 1, with each variable in units of max(1, |theta_j|)
    double curvature;          // d^T S d, negative
};

/// The result of examining the curvature.
template <class T>
struct Look {
    std::optional<WayDown<T>> way;
    bool complete = false;  // if there is no way down: all directions were examined
};

/// Searches for negative curvature of S, the smooth part of the Hessian, at a stationary point of f for which turn_to()
/// was called. Only directions that are free in the box and change no stiff term count: if S has negative curvature
/// there, the second-order condition fails, however stiff the penalties are.
///
/// Uses Lanczos' method from a random direction, with at most `products` products. As many products as there are
/// dimensions give a definite answer; fewer find pronounced negative curvature. Slopes and curvatures within `noise`
/// count as zero. A variable at a bound that its gradient does not hold there may only move inward. Whether any inward
/// direction has negative curvature is a hard problem, for which only a few descents are tried.
template <class T>
Look<T> find_way_down(const Box<T>& box, CurvedObjective<T>& f, const Point<T>& at, std::size_t products, double noise);

}  // namespace alcole::solver
