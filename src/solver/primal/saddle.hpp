#pragma once

#include <alcole/problem.hpp>

#include "solver/primal/line_search.hpp"
#include "solver/primal/objective.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace alcole::solver {

/// A direction along which a stationary point is no minimum.
template <class T>
struct WayDown {
    std::vector<T> direction;  // of length 1, each variable in units of max(1, |theta_j|)
    double curvature;          // d^T S d, negative
};

/// What a look at the curvature has shown.
template <class T>
struct Look {
    std::optional<WayDown<T>> way;
    bool complete = false;  // where there is no way: every direction was looked at
};

/// Looks for negative curvature of S, the smooth part of the Hessian, at a stationary point of f that f has turned to,
/// among the directions that the box leaves free and that change no stiff term: where there is one, the second-order
/// condition fails, however stiff the penalties are. Lanczos' method from a random direction, with at most so many
/// products; as many as there are directions decide, fewer find what is marked. Slopes and curvature within `noise` are
/// none. A variable at a bound that it is not pressed against may only move inward: negative curvature that leads out
/// of the box is no way down, and which of all inward directions have any is not decided, only tried.
template <class T>
Look<T> find_way_down(const Box<T>& box, CurvedObjective<T>& f, const Point<T>& at, std::size_t products, double noise);

}  // namespace alcole::solver
