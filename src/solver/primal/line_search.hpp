#pragma once

#include <alcole/problem.hpp>

#include "base/unwritten.hpp"
#include "solver/primal/objective.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace alcole::solver {

/// A theta with its value and gradient.
template <class T>
struct Point {
    explicit Point(std::size_t n) : theta(n), gradient(n, base::unwritten<T>) {}
    double value = 0;
    std::vector<T> theta;
    std::vector<T> gradient;
};

/// A strong Wolfe line search along the projected arc  t -> P(theta + t d)  of a box.
///
/// A step t is accepted if
///     f(t) <= f(0) + c1 g(0)^T (theta(t) - theta(0)) + noise     and     |f'(t)| <= c2 |f'(0)|,
/// where f'(t) is the slope over the variables that still move at t. At a corner of the arc, where a variable reaches
/// its bound, f'(t) >= 0 replaces the second condition. The noise term lets the slopes decide once differences of f are
/// lost in rounding (cf. the approximate Wolfe conditions of Hager and Zhang); without it the last digits of a gradient
/// are out of reach. A value or gradient that is not finite means that the step is too long.
template <class T>
class LineSearch {
  public:
    LineSearch(const Box<T>& box, std::size_t n) : box_(box), trial_(n) {}

    enum class End : std::uint8_t { found, failed, unbounded, interrupted };

    /// Searches from `from`, which has value and gradient, along `direction`. Fills `to` if the result is `found`.
    End run(Objective<T>& f, const Point<T>& from, std::span<const T> direction, double first_step, Point<T>& to);

  private:
    /// One point on the arc.
    struct Place {
        double t = 0;
        double value = 0;
        double slope = std::numeric_limits<double>::quiet_NaN();  // NaN: not known
    };

    double move(const Point<T>& from, std::span<const T> direction, double t);
    double slope(const Point<T>& from, std::span<const T> direction, double t) const;
    static double between(const Place& low, const Place& high);
    double nearest_corner(const Point<T>& from, std::span<const T> direction, double a, double b, double wanted) const;

    const Box<T>& box_;
    Point<T> trial_;
};

}  // namespace alcole::solver
