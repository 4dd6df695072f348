#pragma once

#include <alcole/problem.hpp>
#include <alcole/state.hpp>

#include "solver/primal/line_search.hpp"
#include "solver/primal/objective.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace alcole::solver {

/// Projected limited-memory BFGS for  min f(theta)  over a box.
///
/// Each step fixes the variables that are at a bound and whose gradient points outward, takes the quasi-Newton
/// direction in the others (a two-metric projection, Bertsekas 1982; such a direction is always a descent direction
/// along the projected arc), and searches along the arc. Without a box this is plain L-BFGS. Nothing is allocated after
/// construction; everything that a resumed run needs is in detail::PrimalMemory.
template <class T>
class Lbfgs {
  public:
    Lbfgs(const Box<T>& box, std::size_t memory, detail::PrimalMemory<T>& state);

    /// Takes one step: `at` has value and gradient, and moves if the step is accepted. An interrupted step changes
    /// nothing.
    StepEnd step(Objective<T>& f, Point<T>& at);

    /// Drops all pairs.
    void reset() { state_.pairs = 0; }

  private:
    void look_around(const Point<T>& at);
    void steepest_descent(const Point<T>& at);
    bool quasi_newton(const Point<T>& at);
    double curvature(std::size_t age);
    double free_dot(std::span<const T> a, std::span<const T> b) const;
    double first_step(const Point<T>& at) const;
    void remember(const Point<T>& at, const Point<T>& next);
    std::size_t slot(std::size_t age) const;
    std::span<T> row(std::vector<T>& pairs, std::size_t age);

    const Box<T>& box_;
    std::size_t memory_;
    detail::PrimalMemory<T>& state_;
    LineSearch<T> line_search_;
    Point<T> next_;
    std::vector<T> direction_;
    bool all_free_ = true;
    std::vector<T> free_;    // 1 for a variable that may move, 0 for one that is fixed in this step
    std::vector<T> metric_;  // max(1, |theta_j|)^2, or 0 for a fixed variable
    std::vector<double> coefficients_;
    std::vector<double> curvatures_;
};

}  // namespace alcole::solver
