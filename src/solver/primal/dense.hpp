#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace alcole::solver {

/// Solves with a symmetric matrix that should be positive definite and may not be.
///
/// The matrix is scaled to a unit diagonal, so that variables may be of any size, and factorised as in the modified
/// Cholesky method of Gill, Murray and Wright (1981): A + E = L D L^T with E diagonal, zero where A is comfortably
/// positive definite and no larger than needed elsewhere: a pivot that is negative counts with the opposite sign. A
/// tiny multiple of the unit matrix is added first, so that a singular A, with a right-hand side that says nothing
/// along the directions in which A does not, gives the shortest solution.
class ModifiedCholesky {
  public:
    /// Room for matrices of up to n rows.
    explicit ModifiedCholesky(std::size_t n) : factor_(n * n), unit_(n) {}

    /// The lower triangle of A, n x n, row by row.
    void factorise(std::span<const double> a, std::size_t n);
    /// x = (A + E)^-1 x
    void solve(std::span<double> x) const;
    /// Whether A has no negative curvature, but for rounding: nothing had to be added. A positive definite matrix with
    /// a unit diagonal never needs it.
    bool positive() const;
    /// True when a pivot was clearly negative; then `v` gets a direction with v^T A v < 0, of length 1 in the units of
    /// the scaled matrix.
    bool negative_curvature(std::span<double> v) const;

  private:
    double* row(std::size_t i) { return factor_.data() + i * n_; }
    const double* row(std::size_t i) const { return factor_.data() + i * n_; }
    double scale(std::span<const double> a);

    std::size_t n_ = 0;
    std::vector<double> factor_;  // L sqrt(D), of the scaled matrix
    std::vector<double> unit_;    // what each variable was divided by
    std::size_t lowest_ = 0;      // where the least pivot was met
    double least_ = 0;            // and its value
    double added_ = 0;            // the largest entry of E that no negative pivot accounts for
};

}  // namespace alcole::solver
