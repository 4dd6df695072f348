#include <alcole/random.hpp>

#include "optimality/curvature.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Spectra/SymEigsSolver.h>

namespace alcole::optimality {
namespace {

/// P (sigma I - H) P. If sigma exceeds the largest eigenvalue of H, the largest eigenvalue of this matrix is sigma
/// minus the smallest eigenvalue of H on the tangent space. It cannot be confused with the zeros introduced by P, and
/// the tolerance is relative to sigma.
class Flipped {
  public:
    using Scalar = double;

    Flipped(const Hessian& hessian, const Tangent& tangent, double sigma)
        : hessian_(hessian), tangent_(tangent), sigma_(sigma) {}
    Index rows() const { return hessian_.size(); }
    Index cols() const { return hessian_.size(); }
    void perform_op(const double* x, double* y) const {  // NOLINT(readability-identifier-naming): Spectra's name
        VectorXd v = tangent_.projected(Eigen::Map<const VectorXd>(x, rows()));
        Eigen::Map<VectorXd>(y, rows()) = tangent_.projected(sigma_ * v - hessian_.times(v));
    }

  private:
    const Hessian& hessian_;
    const Tangent& tangent_;
    double sigma_;
};

VectorXd random_unit(const Tangent& tangent, Index n, Random& random) {
    VectorXd v(n);
    for (double& x : v) x = random.normal();
    tangent.project(v);
    return v.normalized();
}

/// An estimate, from below, of the largest |eigenvalue| on the tangent space, by a few steps of the power method.
double size_of(const Hessian& hessian, const Tangent& tangent, VectorXd v) {
    double size = 0;
    for (int k = 0; k < 12; ++k) {
        v = tangent.projected(hessian.times(v));
        const double norm = v.norm();
        size = std::max(size, norm);
        if (!(norm > 0)) break;
        v /= norm;
    }
    return size;
}

/// The best approximation to the eigenvector of the smallest eigenvalue of H in a Krylov space of `products` products.
/// The caller judges it by its residual Hv - value v. Spectra returns only vectors that it considers converged, hence
/// the enormous tolerance.
VectorXd best_of_krylov(Flipped& flipped, const VectorXd& start, Index products) {
    constexpr double whatever = 1e10;
    Spectra::SymEigsSolver<Flipped> solver(flipped, 1, products);
    solver.init(start.data());
    solver.compute(Spectra::SortRule::LargestAlge, 1, whatever);
    return solver.info() == Spectra::CompInfo::Successful ? VectorXd(solver.eigenvectors().col(0)) : start;
}

/// An estimate of the error of differences along v, from the change when the step is doubled; 0 for exact products.
double error_of_differences(const Hessian& hessian, const Tangent& tangent, const VectorXd& v,
                            const VectorXd& product) {
    if (!hessian.by_differences()) return 0;
    return tangent.projected(hessian.times(v, true) - product).norm();
}

/// Restarted Lanczos: first a small space, which suffices if the smallest eigenvalue is well separated, then larger
/// ones as far as the remaining products and memory allow. Every vector gives an upper estimate of the eigenvalue,
/// converged or not. Converged means that the residual is small or within the error of differences, or that the space
/// is complete.
std::pair<VectorXd, bool> lanczos(const Hessian& hessian, const Tangent& tangent, double size, double tolerance,
                                  std::size_t max_multiplications, Random& random) {
    constexpr Index small_space = 60;
    constexpr Index larger = 4;
    constexpr Index max_numbers = 1 << 25;  // maximum size of a basis: 256 MiB
    constexpr double fresh = 0.1;           // random share of every restart, so that lost components can return
    const Index n = hessian.size();
    const double sigma = 1.2 * size;
    Flipped flipped(hessian, tangent, sigma);
    VectorXd v = random_unit(tangent, n, random);
    Index left = std::max(index(max_multiplications), small_space);
    for (Index space = small_space;; space = std::min(larger * space, std::max(small_space, max_numbers / n))) {
        const Index products = std::min({space, left, tangent.dimension()});
        v = tangent.projected(best_of_krylov(flipped, v, products)).normalized();
        const VectorXd product = tangent.projected(hessian.times(v));
        const double over = (product - v.dot(product) * v).norm();
        if (products == tangent.dimension() ||
            over <= tolerance * sigma + 2 * error_of_differences(hessian, tangent, v, product))
            return {v, true};
        left -= products + 2;
        if (left < 2) return {v, false};
        v = (v + fresh * random_unit(tangent, n, random)).normalized();
    }
}

}  // namespace

Index Tangent::dimension() const { return std::ranges::count(held, false) - normal.cols(); }

void Tangent::project(VectorXd& v) const {
    for (Index j = 0; j < v.size(); ++j)
        if (held[static_cast<std::size_t>(j)]) v[j] = 0;
    if (normal.cols() > 0) v -= normal * (normal.transpose() * v);
}

MatrixXd Tangent::basis() const {
    std::vector<Index> free;
    for (std::size_t j = 0; j < held.size(); ++j)
        if (!held[j]) free.push_back(index(j));
    const MatrixXd rows = normal(free, Eigen::all);
    MatrixXd z = MatrixXd::Zero(normal.rows(), dimension());
    if (normal.cols() == 0)
        z(free, Eigen::all).setIdentity();
    else
        z(free, Eigen::all) = MatrixXd(Eigen::HouseholderQR<MatrixXd>(rows).householderQ()).rightCols(dimension());
    return z;
}

Tangent tangent_of(const MatrixXd& gradients, std::vector<bool> held, double rank_tolerance) {
    Tangent tangent{.held = std::move(held), .normal = MatrixXd(gradients.rows(), 0)};
    if (gradients.size() == 0) return tangent;
    MatrixXd columns = gradients;
    for (Index j = 0; j < columns.rows(); ++j)
        if (tangent.held[static_cast<std::size_t>(j)]) columns.row(j).setZero();
    for (Index i = 0; i < columns.cols(); ++i) {
        const double length = gradients.col(i).norm();
        if (length > 0) columns.col(i) /= length;
    }
    Eigen::ColPivHouseholderQR<MatrixXd> qr(columns);
    qr.setThreshold(rank_tolerance);
    if (std::abs(qr.matrixQR()(0, 0)) <= rank_tolerance) return tangent;  // all columns vanish on the free variables
    tangent.normal = qr.householderQ() * MatrixXd::Identity(gradients.rows(), qr.rank());
    return tangent;
}

/// Differences with the step and with twice the step differ by three times the truncation error of the former, plus
/// rounding errors of the same size as its own. The stated error is twice that difference, plus the rounding error.
DenseHessian dense(const Hessian& hessian) {
    const Index n = hessian.size();
    MatrixXd matrix = MatrixXd::Zero(n, n);
    MatrixXd off = MatrixXd::Zero(n, n);
    for (Index j = 0; j < n; ++j) {
        if (!hessian.movable(j)) continue;
        matrix.col(j) = hessian.times(VectorXd::Unit(n, j));
        if (hessian.by_differences()) off.col(j) = hessian.times(VectorXd::Unit(n, j), true) - matrix.col(j);
    }
    const auto largest = [](const MatrixXd& symmetric) {
        return Eigen::SelfAdjointEigenSolver<MatrixXd>(symmetric, Eigen::EigenvaluesOnly)
            .eigenvalues()
            .lpNorm<Eigen::Infinity>();
    };
    DenseHessian result{.matrix = (matrix + matrix.transpose()) / 2};
    result.size = largest(result.matrix);
    result.error = 2 * largest((off + off.transpose()) / 2) + hessian.rounding() + 10 * hessian.epsilon() * result.size;
    return result;
}

Decision sign_of(const Eigenvalue& eigenvalue, double size, double epsilon) {
    const double band = std::max(eigenvalue.error, std::sqrt(epsilon) * size);
    if (eigenvalue.value > band && eigenvalue.converged) return Decision::holds;
    if (eigenvalue.value < -band) return Decision::fails;
    return Decision::undetermined;
}

Eigenvalue smallest(const DenseHessian& hessian, const Tangent& tangent, double epsilon) {
    const MatrixXd z = tangent.basis();
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(z.transpose() * hessian.matrix * z, Eigen::EigenvaluesOnly);
    Eigenvalue result{.value = solver.eigenvalues()[0], .error = hessian.error};
    result.positive = sign_of(result, hessian.size, epsilon);
    return result;
}

Eigenvalue smallest(const Hessian& hessian, const Tangent& tangent, const ExamineOptions& options) {
    Random random(options.seed);
    const Index n = hessian.size();
    const double size = size_of(hessian, tangent, random_unit(tangent, n, random));
    const double tolerance = hessian.epsilon() < 1e-10 ? 1e-6 : 1e-4;
    const auto [v, converged] = lanczos(hessian, tangent, size, tolerance, options.max_multiplications, random);
    const VectorXd product = tangent.projected(hessian.times(v));
    Eigenvalue result{.value = v.dot(product), .converged = converged};
    // Some eigenvalue lies within the norm of the residual; the error of differences is estimated along v and along
    // random directions.
    double off = 0;
    for (int k = 0; k < 4 && hessian.by_differences(); ++k) {
        const VectorXd probe = k == 0 ? v : random_unit(tangent, n, random);
        const VectorXd apart = hessian.times(probe, true) - hessian.times(probe);
        off = std::max(off, tangent.projected(apart).norm());
    }
    const double known_to = 2 * off + hessian.rounding() + 10 * hessian.epsilon() * size;
    result.error = (product - result.value * v).norm() + known_to;
    result.positive = sign_of(result, size, hessian.epsilon());
    // v'Hv is never below the smallest eigenvalue, whatever the residual of v: a negative value proves a negative
    // eigenvalue.
    if (result.value < -std::max(known_to, std::sqrt(hessian.epsilon()) * size)) result.positive = Decision::fails;
    return result;
}

}  // namespace alcole::optimality
