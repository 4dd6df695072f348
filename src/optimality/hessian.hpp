#pragma once

#include "optimality/place.hpp"

#include <functional>
#include <vector>

namespace alcole::optimality {

/// Products of the Hessian of the ordinary Lagrangian at one theta with vectors.
///
/// Uses the problem's own products if it offers them, otherwise differences of gradients. These must stay in the box,
/// and theta may be in a corner of it, so v is split into the part that can move in both directions (central
/// differences) and the part that can move in one direction only (one-sided differences of the same order):
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
    /// A bound on the effect of the gradients' rounding errors on an entry of H.
    double rounding() const;
    /// False for a variable that the box fixes at one value.
    bool movable(Index j) const { return step_[j] > 0; }

    /// H v; `wide` uses differences with twice the step, from which their error can be estimated.
    VectorXd times(const VectorXd& v, bool wide = false) const;

  private:
    VectorXd central(const VectorXd& v, double factor) const;
    VectorXd one_sided(const VectorXd& v, double factor) const;
    double stride(const VectorXd& v) const;

    VectorXd theta_;
    Box<double> box_;
    VectorXd here_;              // s(theta)
    VectorXd step_;              // the step of each variable; 0 if it cannot move
    std::vector<int> sideways_;  // 0: both directions, 1: up only, -1: down only
    double epsilon_;
    double magnitude_;  // |grad l_0| + sum_i |lambda_i| |grad l_i|, in the maximum norm
    Map slope_;
    Map product_;
};

}  // namespace alcole::optimality
