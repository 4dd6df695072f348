#pragma once

#include <alcole/problem.hpp>

#include "solver/primal/dense.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace alcole::solver {

/// What is known of a problem near a KKT point, of those constraints that seem to hold theta.
template <class T>
struct KktSystem {
    std::span<const T> theta;  // n
    const Box<T>& box;
    std::vector<T> objective{};          // n, the gradient of l_0
    std::vector<double> hessian{};       // n x n, of l_0 + sum_i lambda_i l_i, its lower triangle row by row
    std::vector<std::vector<T>> rows{};  // k gradients
    std::vector<double> values{};        // k, the constraints there
    std::vector<double> lambda{};        // k
    std::vector<double> stiffness{};     // k, twice the penalties
    std::vector<bool> equality{};        // k
};

/// One Newton step for theta and the multipliers together: with H the Hessian of the Lagrangian, J the gradients of the
/// active constraints and l their values,
///
///     H d + J^T y = -grad l_0,    J d = -l,
///
/// over the variables that the box leaves free. Whoever lowers L and then raises lambda comes to the same point, a
/// fixed share of the way at a time. Which constraints and bounds are active is found as in the active-set method of
/// quadratic programming: those with a negative multiplier go, those that d would break come.
///
/// H need not be positive definite, but H + J^T C J must be, C being the penalties': then J d = -l makes of it
///     (H + J^T C J) d + J^T y = -grad l_0 - J^T C l,
/// which two Cholesky factorisations solve. Otherwise this is no place for Newton's method, and solve() says so.
template <class T>
class KktStep {
  public:
    explicit KktStep(const KktSystem<T>& at);

    /// False when there is no such step.
    bool solve();
    std::span<const double> direction() const { return d_; }
    std::span<const double> multipliers() const { return y_; }

  private:
    void limit_stiffness();
    bool factorise();
    void solve_active();
    bool revise();
    double push(std::size_t j) const;
    double along(std::size_t i, std::span<const double> v) const;

    const KktSystem<T>& at_;
    const std::size_t n_;
    const std::size_t k_;
    std::vector<double> c_;
    std::vector<bool> free_;
    std::vector<bool> active_;
    std::vector<double> stiff_;                // H + J^T C J among the free variables, the identity elsewhere
    std::vector<double> small_;                // J (H + J^T C J)^-1 J^T
    std::vector<std::vector<double>> solved_;  // (H + J^T C J)^-1 J^T, a column for each active row
    std::vector<double> d_;
    std::vector<double> y_;
    ModifiedCholesky large_factor_;
    ModifiedCholesky small_factor_;
};

}  // namespace alcole::solver
