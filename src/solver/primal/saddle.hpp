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

/// Looks for negative curvature of S, the smooth part of the Hessian, at a stationary point of f that f has turned to,
/// among the directions that the box leaves free and that change no stiff term: where there is one, the second-order
/// condition fails, however stiff the penalties are. Lanczos' method from a random direction, with at most so many
/// products; as many as there are directions decide, fewer find what is marked. Curvature within `noise` is none.
template <class T>
std::optional<WayDown<T>> find_way_down(const Box<T>& box, CurvedObjective<T>& f, const Point<T>& at,
                                        std::size_t products, double noise);

}  // namespace alcole::solver
