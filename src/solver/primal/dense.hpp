#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace alcole::solver {

/// Solves linear systems with a symmetric matrix that should be positive definite but may not be.
///
/// The matrix is scaled to a unit diagonal, so that variables may be of any size, and factorised by the modified
/// Cholesky method of Gill, Murray and Wright (1981): A + E = L D L^T with a diagonal E that is zero if A is well
/// positive definite and otherwise no larger than necessary; negative pivots change their sign. A tiny multiple of the
/// identity is added first, so that a singular but consistent system gets its shortest solution.
class ModifiedCholesky {
  public:
    /// Allocates memory for matrices of up to n rows.
    explicit ModifiedCholesky(std::size_t n) : factor_(n * n), unit_(n) {}

    /// Factorises A, n x n and stored by rows, of which only the lower triangle is read.
    void factorise(std::span<const double> a, std::size_t n);
    /// x = (A + E)^-1 x
    void solve(std::span<double> x) const;
    /// Whether A has no negative curvature beyond rounding, so that E is zero: a positive definite matrix with a unit
    /// diagonal never needs a correction.
    bool positive() const;
    /// If a pivot was clearly negative, returns true and writes a direction v with v^T A v < 0, of length 1 in the
    /// units of the scaled matrix.
    bool negative_curvature(std::span<double> v) const;

  private:
    double* row(std::size_t i) { return factor_.data() + i * n_; }
    const double* row(std::size_t i) const { return factor_.data() + i * n_; }
    double scale(std::span<const double> a);

    std::size_t n_ = 0;
    std::vector<double> factor_;  // L sqrt(D) of the scaled matrix
    std::vector<double> unit_;    // the factor by which each row and column was scaled
    std::size_t lowest_ = 0;      // the index of the smallest pivot
    double least_ = 0;            // the smallest pivot
    double added_ = 0;            // the largest entry of E apart from changes of sign
};

}  // namespace alcole::solver
