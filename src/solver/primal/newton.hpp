#pragma once

#include <alcole/problem.hpp>

#include "solver/primal/dense.hpp"
#include "solver/primal/line_search.hpp"
#include "solver/primal/objective.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace alcole::solver {

/// Computes a direction from second derivatives.
template <class T>
class NewtonDirection {
  public:
    NewtonDirection() = default;
    NewtonDirection(const NewtonDirection&) = delete;
    NewtonDirection& operator=(const NewtonDirection&) = delete;
    virtual ~NewtonDirection() = default;

    /// Writes a descent direction d that solves H d = -g on the free variables, at least approximately; it is zero
    /// where `free` is zero. `share`: the tolerance on the residual H d + g, relative to g. Returns the first step to
    /// try along d, or 0 if a stop was requested.
    virtual double find(CurvedObjective<T>& f, const Point<T>& at, std::span<const T> free, double share,
                        std::span<T> d) = 0;
    /// Whether the last find() has shown that H is positive definite on the free variables.
    virtual bool convex() const { return false; }
};

/// Factorises the full H; for problems that offer it, with up to a few hundred variables. If H has negative curvature,
/// the direction includes a part along it.
template <class T>
class DenseDirection final : public NewtonDirection<T> {
  public:
    explicit DenseDirection(std::size_t n) : h_(n * n), x_(n), v_(n), cholesky_(n) {}
    double find(CurvedObjective<T>& f, const Point<T>& at, std::span<const T> free, double share,
                std::span<T> d) override;
    bool convex() const override { return convex_; }

  private:
    static double size_of(T variable) { return std::max(1.0, std::abs(static_cast<double>(variable))); }
    double length(std::span<const T> theta) const;
    void shorten(const Point<T>& at, std::span<const T> free);

    bool convex_ = false;
    std::vector<double> h_;
    std::vector<double> x_;
    std::vector<double> v_;
    ModifiedCholesky cholesky_;
};

/// Newton's method for  min f(theta)  over a box. As in Lbfgs, variables held at a bound are fixed, and the line search
/// follows the projected arc. Steps keep no memory of earlier ones and allocate nothing.
template <class T>
class Newton {
  public:
    Newton(const Box<T>& box, std::unique_ptr<NewtonDirection<T>> direction);

    /// Takes one step: `at` has value and gradient, and moves if the step is accepted.
    StepEnd step(CurvedObjective<T>& f, Point<T>& at, double share);
    /// Whether the last step has shown that H is positive definite at its starting point.
    bool convex() const { return who_->convex(); }

  private:
    const Box<T>& box_;
    std::unique_ptr<NewtonDirection<T>> who_;
    LineSearch<T> line_search_;
    Point<T> next_;
    std::vector<T> direction_;
    std::vector<T> free_;
};

}  // namespace alcole::solver
