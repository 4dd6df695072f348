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

/// Who turns second derivatives into a direction.
template <class T>
class NewtonDirection {
  public:
    NewtonDirection() = default;
    NewtonDirection(const NewtonDirection&) = delete;
    NewtonDirection& operator=(const NewtonDirection&) = delete;
    virtual ~NewtonDirection() = default;

    /// Writes d, zero where `free` is zero, with H d = -g among the free variables or something like it that descends.
    /// `share` says how small the rest H d + g may stay, relative to g. Returns the first step to try along d; 0 when
    /// someone asked to stop.
    virtual double find(CurvedObjective<T>& f, const Point<T>& at, std::span<const T> free, double share,
                        std::span<T> d) = 0;
    /// The last find() has shown that H curves upward in all free directions.
    virtual bool convex() const { return false; }
};

/// By a factorisation of all of H: for problems that have it, of up to a few hundred variables. Where H has negative
/// curvature, the direction has a part along it.
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

/// Newton's method for  min f(theta)  over a box: as in Lbfgs, variables that the box holds are fixed, and the search
/// goes along the projected arc. Nothing is remembered from one step to the next, and nothing is allocated.
template <class T>
class Newton {
  public:
    Newton(const Box<T>& box, std::unique_ptr<NewtonDirection<T>> direction);

    /// One step: `at` has value and gradient, and is moved when the step is accepted.
    StepEnd step(CurvedObjective<T>& f, Point<T>& at, double share);
    /// The last step has shown that f curves upward where it began.
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
