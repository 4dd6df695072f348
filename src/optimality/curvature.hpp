#pragma once

#include "optimality/hessian.hpp"

#include <optional>
#include <vector>

/// Eigenvalues of a Hessian on a linear subspace, and the penalty that makes it positive definite on the whole space.
namespace alcole::optimality {

/// The subspace { z : z_j = 0 for held variables, normal' z = 0 }.
struct Tangent {
    std::vector<bool> held{};  ///< n
    MatrixXd normal{};         ///< n x r, orthonormal columns that are zero where held

    Index dimension() const;
    void project(VectorXd& v) const;
    VectorXd projected(VectorXd v) const {
        project(v);
        return v;
    }
    /// An orthonormal basis of the subspace, n x dimension().
    MatrixXd basis() const;
};

/// The subspace orthogonal to the columns of `gradients` (n x k). Columns that are linearly dependent on others, up to
/// `rank_tolerance` times the largest pivot, are ignored.
Tangent tangent_of(const MatrixXd& gradients, std::vector<bool> held, double rank_tolerance);

/// All entries of H, and a bound on its error in any direction.
struct DenseHessian {
    MatrixXd matrix{};
    double error = 0;
    double size = 0;  ///< its largest |eigenvalue|
};
DenseHessian dense(const Hessian& hessian);

Eigenvalue smallest(const DenseHessian& hessian, const Tangent& tangent, double epsilon);
Eigenvalue smallest(const Hessian& hessian, const Tangent& tangent, const ExamineOptions& options);

/// Whether an eigenvalue is positive (`holds`) or negative (`fails`) by more than its error and the resolution
/// sqrt(epsilon) times `size`, the largest |eigenvalue|.
Decision sign_of(const Eigenvalue& eigenvalue, double size, double epsilon);

/// The smallest alpha >= 0 beyond which H + 2 alpha J J' is positive definite, where J = `gradients` and H is positive
/// definite on the tangent space of J. In a basis [Y Z] of normal and tangent space, the Schur complement gives
///
///     S = Y'HY - Y'HZ (Z'HZ)^-1 Z'HY,     alpha_min = max(0, -mu / 2),
///     mu: the smallest number with  S y = mu (Y'J)(Y'J)' y  for some y != 0
std::optional<double> smallest_penalty(const DenseHessian& hessian, const Tangent& tangent, const MatrixXd& gradients);
/// The same, but systems with Z'HZ are solved by conjugate gradients; none if that takes too many products.
std::optional<double> smallest_penalty(const Hessian& hessian, const Tangent& tangent, const MatrixXd& gradients,
                                       std::size_t max_multiplications);

}  // namespace alcole::optimality
