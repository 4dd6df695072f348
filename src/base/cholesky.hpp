#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace alcole::base {

/// Replaces x by A^-1 x, for a positive definite n x n matrix A stored by rows. Only the lower triangle of A is read;
/// it is overwritten by the Cholesky factor L of A = L L^T. Unblocked: meant for small systems.
inline void solve_positive(std::span<double> a, std::span<double> x) {
    const std::size_t n = x.size();
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double rest = a[i * n + j];
            for (std::size_t k = 0; k < j; ++k) rest -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = i == j ? std::sqrt(rest) : rest / a[j * n + j];
        }
        for (std::size_t k = 0; k < i; ++k) x[i] -= a[i * n + k] * x[k];
        x[i] /= a[i * n + i];
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k) x[i] -= a[k * n + i] * x[k];
        x[i] /= a[i * n + i];
    }
}

}  // namespace alcole::base
