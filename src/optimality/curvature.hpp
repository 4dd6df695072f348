#pragma once

#include "optimality/hessian.hpp"

#include <optional>
#include <span>
#include <vector>

/// Eigenvalues of a Hessian on a linear subspace, and the penalty that makes it positive definite beyond.
namespace alcole::optimality {

/// { z : z_j = 0 for held variables, normal' z = 0 }.
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

/// The subspace that the columns of `gradients` (n x k) are orthogonal to. Columns that depend on others, by less than
/// `rank_tolerance` of the largest, are left out.
Tangent tangent_of(const MatrixXd& gradients, std::vector<bool> held, double rank_tolerance);

/// All entries of H, and how far it may be off in any direction.
struct DenseHessian {
    MatrixXd matrix{};
    double error = 0;
    double size = 0;  ///< its largest |eigenvalue|
};
DenseHessian dense(const Hessian& hessian);

Eigenvalue smallest(const DenseHessian& hessian, const Tangent& tangent, double epsilon);
Eigenvalue smallest(const Hessian& hessian, const Tangent& tangent, const ExamineOptions& options);

/// Positive, negative, or neither beyond the error and what a matrix of that size can hide.
Decision sign_of(const Eigenvalue& eigenvalue, double size, double epsilon);

/// The least alpha >= 0 from which on H + 2 alpha J J' is positive definite, J = `gradients`, where H is so on the
/// tangent space of J. In a basis [Y Z] of normal and tangent space, by Schur's complement,
///
///     S = Y'HY - Y'HZ (Z'HZ)^-1 Z'HY,     alpha_min = max(0, -mu / 2),     mu the least with  S y = mu (Y'J)(Y'J)' y
std::optional<double> least_penalty(const DenseHessian& hessian, const Tangent& tangent, const MatrixXd& gradients);
/// The same with Z'HZ inverted by conjugate gradients; none when that takes too many products.
std::optional<double> least_penalty(const Hessian& hessian, const Tangent& tangent, const MatrixXd& gradients,
                                    std::size_t max_multiplications);

}  // namespace alcole::optimality
