#pragma once

#include "optimality/place.hpp"

#include <functional>
#include <vector>

namespace alcole::optimality {

/// The Hessian of the ordinary Lagrangian at one theta, as products with vectors.
///
/// By the problem's own products where it has them, else by differences of gradients. These must stay in the box, where
/// theta may sit in a corner, so v is split into what can move both ways (a central difference) and what can move to
/// one side only (a one-sided one, of the same order):
///
///     H v = (s(theta + t v) - s(theta - t v)) / 2t,     H v = (-3 s(theta) + 4 s(theta + t v) - s(theta + 2 t v)) / 2t
///
/// with s = grad l_0 + sum_i lambda_i grad l_i and t such that no variable moves by more than its own small step.
class Hessian {
  public:
    using Map = std::function<VectorXd(const VectorXd&)>;

    /// `slope`: s at another theta. `product`: the problem's own H v, or empty.
    Hessian(const Place& place, Map slope, Map product);

    Index size() const { return theta_.size(); }
    bool by_differences() const { return !product_; }
    double epsilon() const { return epsilon_; }
    /// How far rounding of gradients alone may move an entry.
    double rounding() const;
    /// False for a variable that the box holds in one place.
    bool movable(Index j) const { return step_[j] > 0; }

    /// H v; `wide` takes differences with twice the step, which tells how far they are off.
    VectorXd times(const VectorXd& v, bool wide = false) const;

  private:
    VectorXd central(const VectorXd& v, double factor) const;
    VectorXd one_sided(const VectorXd& v, double factor) const;
    double stride(const VectorXd& v) const;

    VectorXd theta_;
    Box<double> box_;
    VectorXd here_;              // s(theta)
    VectorXd step_;              // the largest move of each variable; 0: none at all
    std::vector<int> sideways_;  // 0: both ways, 1: up only, -1: down only
    double epsilon_;
    double magnitude_;  // the sum of the sizes of the gradients that s is made of
    Map slope_;
    Map product_;
};

}  // namespace alcole::optimality
