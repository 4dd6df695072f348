#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace alcole::base {

/// x = A^-1 x for a positive definite A, n x n, row by row, of which the lower triangle is read; the factor L of
/// A = L L^T replaces it. For small systems.
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
