#include "optimality/curvature.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

namespace alcole::optimality {
namespace {

/// max(0, -mu / 2) for the smallest mu with S y = mu (Y'J)(Y'J)' y.
std::optional<double> from_complement(const MatrixXd& complement, const Tangent& tangent, const MatrixXd& gradients) {
    if (complement.rows() == 0) return 0;
    const MatrixXd inside = tangent.normal.transpose() * gradients;
    const MatrixXd symmetric = (complement + complement.transpose()) / 2;
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(symmetric, inside * inside.transpose(),
                                                                    Eigen::EigenvaluesOnly);
    if (solver.info() != Eigen::Success || !solver.eigenvalues().allFinite()) return std::nullopt;
    return std::max(0.0, -solver.eigenvalues()[0] / 2);
}

/// Solves P H P x = P right for x in the tangent space, on which H is positive definite. `left` counts down the
/// remaining products; false if there are none left or a direction has no positive curvature.
bool conjugate_gradients(const Hessian& hessian, const Tangent& tangent, const VectorXd& right, VectorXd& x,
                         std::size_t& left) {
    const double wanted = std::sqrt(hessian.epsilon()) * right.norm();  // not of P right, which may be mere rounding
    x = VectorXd::Zero(right.size());
    VectorXd residual = tangent.projected(right);
    VectorXd direction = residual;
    double squared = residual.squaredNorm();
    while (std::sqrt(squared) > wanted) {
        if (left-- == 0) return false;
        const VectorXd product = tangent.projected(hessian.times(direction));
        const double curvature = direction.dot(product);
        if (!(curvature > 0)) return false;
        x += squared / curvature * direction;
        residual -= squared / curvature * product;
        const double before = std::exchange(squared, residual.squaredNorm());
        direction = residual + squared / before * direction;
    }
    return true;
}

}  // namespace

std::optional<double> smallest_penalty(const DenseHessian& hessian, const Tangent& tangent, const MatrixXd& gradients) {
    const MatrixXd& y = tangent.normal;
    const MatrixXd z = tangent.basis();
    MatrixXd complement = y.transpose() * hessian.matrix * y;
    if (z.cols() > 0) {
        const MatrixXd across = z.transpose() * hessian.matrix * y;
        const Eigen::LLT<MatrixXd> along(z.transpose() * hessian.matrix * z);
        if (along.info() != Eigen::Success) return std::nullopt;
        complement -= across.transpose() * along.solve(across);
    }
    return from_complement(complement, tangent, gradients);
}

std::optional<double> smallest_penalty(const Hessian& hessian, const Tangent& tangent, const MatrixXd& gradients,
                                       std::size_t max_multiplications) {
    const MatrixXd& y = tangent.normal;
    if (index(max_multiplications) < y.cols()) return std::nullopt;
    std::size_t left = max_multiplications - static_cast<std::size_t>(y.cols());
    MatrixXd product(y.rows(), y.cols());
    for (Index k = 0; k < y.cols(); ++k) product.col(k) = hessian.times(y.col(k));
    MatrixXd complement = y.transpose() * product;
    VectorXd x;
    for (Index k = 0; k < y.cols() && tangent.dimension() > 0; ++k) {
        if (!conjugate_gradients(hessian, tangent, product.col(k), x, left)) return std::nullopt;
        complement.col(k) -= product.transpose() * x;
    }
    return from_complement(complement, tangent, gradients);
}

}  // namespace alcole::optimality
