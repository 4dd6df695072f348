#pragma once

#include <alcole/export.hpp>
#include <alcole/problem.hpp>

#include <cstdint>
#include <limits>
#include <span>

/// The function of theta that is minimised for given multipliers. docs/math.md derives every formula below.
namespace alcole {

/// The four ways to combine objective and constraints into one function of theta. They differ only in one pure
/// function, (l, lambda, alpha) -> (value, w).
enum class Method : std::uint8_t {
    augmented,      ///< l_0 + alpha sum_i Psi(l_i, lambda_i / alpha)
    lagrangian,     ///< l_0 + sum_i lambda_i l_i, the ordinary Lagrangian
    penalty,        ///< l_0 + alpha sum_i max(0, l_i)^2, the augmented Lagrangian at lambda = 0
    unconstrained,  ///< l_0
};

namespace dual {

/// Psi(x, y) = (max(0, 2x + y)^2 - y^2) / 4, the shifted quadratic penalty of an inequality.
[[nodiscard]] ALCOLE_EXPORT double psi(double x, double y);

/// The contribution of one constraint to the Lagrangian.
struct ConstraintTerm {
    double value = 0;   ///< its contribution to L
    double weight = 0;  ///< w_i = dL/dl_i
    double ascent = 0;  ///< dL/dlambda_i
};

/// Evaluates one constraint. lambda / alpha is never formed, so alpha = 0 is allowed (with lambda >= 0). For the
/// augmented Lagrangian of an inequality, with the textbook penalty rho = 2 alpha:
///
///     d = max(l, -lambda / (2 alpha)),    value = (lambda + alpha d) d,    weight = lambda + 2 alpha d,    ascent = d
///
/// An equality has d = l. An inequality may have a maximum price P (problem.hpp); 0 <= lambda <= P then. It gives way
/// by u >= 0, which costs P u, and the term is the least over u of  P u + (the term of l - u):
///
///     d = clamp(l, -lambda / (2 alpha), (P - lambda) / (2 alpha)),    value = (lambda + alpha d) d + P max(0, l - d)
[[nodiscard]] ALCOLE_EXPORT ConstraintTerm term(Method method, Relation relation, double l, double lambda, double alpha,
                                                double price = std::numeric_limits<double>::infinity());

}  // namespace dual

/// What it costs that constraints with a finite price give way: sum_i P_i max(0, l_i) over these, for m + 1 risks and m
/// prices. Among points that meet the other constraints, the answer is the one where the objective plus this cost is
/// smallest.
[[nodiscard]] ALCOLE_EXPORT double cost_of_giving_way(std::span<const double> risks, std::span<const double> prices);

/// L(theta, lambda, alpha) and its weights for one (lambda, alpha): everything that a minimiser of L needs to know
/// about the constraints. It refers to the given vectors, which must outlive it.
struct Lagrangian {
    Method method = Method::augmented;
    std::span<const Relation> relations;  ///< m
    std::span<const double> lambda;       ///< m
    std::span<const double> alpha;        ///< m, one penalty per constraint
    std::span<const double> offset;   ///< m: constraint i is treated as l_i - offset_i (a bound that is still relaxed)
    std::span<const double> price{};  ///< m maximum prices; empty: all infinite

    /// Returns L for the m + 1 risks l and writes w_0 = 1 and w_i = dL/dl_i, so that grad_theta L = J(theta)^T w.
    ALCOLE_EXPORT double operator()(std::span<const double> l, std::span<double> w) const;
    /// Writes c_0 = 0 and c_i = d^2 L / d l_i^2, which is 2 alpha_i if the penalty of constraint i is in force and 0
    /// otherwise, so that the Hessian of L with respect to theta is  sum_i w_i Hessian of l_i + sum_i c_i grad l_i grad
    /// l_i^T.
    ALCOLE_EXPORT void curvatures(std::span<const double> l, std::span<double> c) const;
    /// The sum of the absolute values of the terms of L. Multiplied by the machine epsilon, it bounds how far two equal
    /// values may differ by rounding alone.
    [[nodiscard]] ALCOLE_EXPORT double magnitude(std::span<const double> l) const;

  private:
    [[nodiscard]] dual::ConstraintTerm term(std::size_t i, double l) const;
};

}  // namespace alcole
