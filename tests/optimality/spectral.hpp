#pragma once

#include <alcole/problem.hpp>
#include <alcole/random.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace alcole::tests {

/// A problem whose Hessian has a prescribed spectrum, with constraints along its first eigenvectors:
///
///     l_0 = x'QDQx / 2 + sum_j x_j^4 - sum_i lambda_i l_i,     l_i = s_i q_i'x,     x = theta - centre,
///
/// with Q = I - 2 u u' and columns q_i. (centre, lambda) is a KKT pair, at which the Hessian of the ordinary Lagrangian
/// is QDQ; its eigenvalues on the tangent space are those of D after the first m, and the augmented Lagrangian is
/// convex for alpha above max_i -D_i / (2 s_i^2).
template <class T>
struct Spectral {
    std::vector<double> eigenvalues;  // D
    std::vector<double> scales;       // s, one per constraint
    std::vector<double> lambda;
    std::vector<double> u{};
    std::vector<T> centre{};

    Spectral(std::vector<double> d, std::vector<double> s, std::uint64_t seed)
        : eigenvalues(std::move(d)), scales(std::move(s)), lambda(scales.size(), 1.5) {
        Random random(seed);
        double squared = 0;
        for (std::size_t j = 0; j < eigenvalues.size(); ++j) {
            u.push_back(random.normal());
            squared += u.back() * u.back();
            centre.push_back(static_cast<T>(random.normal()));
        }
        for (double& x : u) x /= std::sqrt(squared);
    }

    std::vector<double> reflected(std::vector<double> x) const {
        double along = 0;
        for (std::size_t j = 0; j < u.size(); ++j) along += u[j] * x[j];
        for (std::size_t j = 0; j < u.size(); ++j) x[j] -= 2 * along * u[j];
        return x;
    }

    std::size_t num_variables() const { return eigenvalues.size(); }
    std::size_t num_constraints() const { return scales.size(); }
    auto risks(std::span<const T> theta, std::span<double> l) const {
        std::vector<double> x(theta.size());
        for (std::size_t j = 0; j < x.size(); ++j)
            x[j] = static_cast<double>(theta[j]) - static_cast<double>(centre[j]);
        const std::vector<double> y = reflected(x);
        l[0] = 0;
        for (std::size_t j = 0; j < x.size(); ++j) l[0] += eigenvalues[j] * y[j] * y[j] / 2 + std::pow(x[j], 4);
        for (std::size_t i = 0; i < scales.size(); ++i) {
            l[i + 1] = scales[i] * y[i];
            l[0] -= lambda[i] * l[i + 1];
        }
        return Linearisation{[this, x, y](std::span<const double> w, std::span<T> g) {
            std::vector<double> inner(x.size());
            for (std::size_t j = 0; j < x.size(); ++j) inner[j] = w[0] * eigenvalues[j] * y[j];
            for (std::size_t i = 0; i < scales.size(); ++i) inner[i] += (w[i + 1] - w[0] * lambda[i]) * scales[i];
            const std::vector<double> slope = reflected(inner);
            for (std::size_t j = 0; j < x.size(); ++j) g[j] = static_cast<T>(slope[j] + w[0] * 4 * x[j] * x[j] * x[j]);
        }};
    }
};

/// `first`, followed by n - first.size() eigenvalues evenly spaced between low and high.
inline std::vector<double> spectrum(std::vector<double> first, std::size_t n, double low, double high) {
    const std::size_t rest = n - first.size();
    for (std::size_t k = 0; k < rest; ++k)
        first.push_back(low + (high - low) * static_cast<double>(k) / static_cast<double>(rest - 1));
    return first;
}

}  // namespace alcole::tests
