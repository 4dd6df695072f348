#pragma once

#include <alcole/alcole.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

/// Small problems with second derivatives, for the tests of Newton's method.
namespace alcole::tests {

/// Adds the Hessian in both forms to a problem that is written as a function with its second derivatives.
template <class Base, bool matrix>
struct Curved : Base {
    void hessian_vector(std::span<const double> x, std::span<const double> w, std::span<const double> v,
                        std::span<double> h) const {
        const std::size_t size = x.size();
        std::vector<double> all(size * size);
        this->second(x, w, all);
        for (std::size_t i = 0; i < size; ++i) {
            h[i] = 0;
            for (std::size_t j = 0; j < size; ++j) h[i] += all[std::max(i, j) * size + std::min(i, j)] * v[j];
        }
    }
    void hessian(std::span<const double> x, std::span<const double> w, std::span<double> h) const {
        this->second(x, w, h);
    }
    bool has_hessian() const { return matrix; }
};

/// Rosenbrock's valley on a line and in a box: minimise 100 (y - x^2)^2 + (1 - x)^2  subject to  x + y <= 1.
struct Valley {
    double bound = 1;
    double top = 10;
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 1; }
    Box<double> box() const { return {.lower = {-10, -10}, .upper = {top, 10}}; }
    auto risks(std::span<const double> p, std::span<double> l) const {
        const double x = p[0];
        const double y = p[1];
        l[0] = 100 * (y - x * x) * (y - x * x) + (1 - x) * (1 - x);
        l[1] = x + y - bound;
        return Linearisation{[x, y](auto w, auto g) {
            g[0] = w[0] * (-400 * x * (y - x * x) - 2 * (1 - x)) + w[1];
            g[1] = w[0] * 200 * (y - x * x) + w[1];
        }};
    }
    void second(std::span<const double> p, std::span<const double> w, std::span<double> h) const {
        const double x = p[0];
        h[0] = w[0] * (1200 * x * x - 400 * p[1] + 2);
        h[2] = -w[0] * 400 * x;
        h[3] = w[0] * 200;
    }
};

/// f = (x^2 - 1)^2 + y^2: near the saddle at the origin, only the curvature shows a fast way out.
struct Saddle {
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 0; }
    auto risks(std::span<const double> p, std::span<double> l) const {
        const double x = p[0];
        const double y = p[1];
        l[0] = (x * x - 1) * (x * x - 1) + y * y;
        return Linearisation{[x, y](auto w, auto g) {
            g[0] = w[0] * 4 * x * (x * x - 1);
            g[1] = w[0] * 2 * y;
        }};
    }
    void second(std::span<const double> p, std::span<const double> w, std::span<double> h) const {
        h[0] = w[0] * (12 * p[0] * p[0] - 4);
        h[2] = 0;
        h[3] = w[0] * 2;
    }
};

/// minimise (x + y + z - 3)^2 + exp(x + y + z) / 100: only the sum of the variables counts.
struct Flat {
    std::size_t num_variables() const { return 3; }
    std::size_t num_constraints() const { return 1; }
    auto risks(std::span<const double> p, std::span<double> l) const {
        const double s = p[0] + p[1] + p[2];
        l[0] = (s - 3) * (s - 3) + std::exp(s) / 100;
        l[1] = s - 1;
        return Linearisation{[s](auto w, auto g) {
            for (double& entry : g) entry = w[0] * (2 * (s - 3) + std::exp(s) / 100) + w[1];
        }};
    }
    void second(std::span<const double> p, std::span<const double> w, std::span<double> h) const {
        const double s = p[0] + p[1] + p[2];
        std::ranges::fill(h, w[0] * (2 + std::exp(s) / 100));
    }
};

/// minimise c^T x over [0, 1]^n plus a stiff quadratic: many variables end at their bounds.
struct Boxed {
    std::size_t n = 12;
    std::size_t num_variables() const { return n; }
    std::size_t num_constraints() const { return 1; }
    Box<double> box() const { return {.lower = std::vector(n, 0.0), .upper = std::vector(n, 1.0)}; }
    double pull(std::size_t j) const { return std::sin(1.7 * static_cast<double>(j)); }
    auto risks(std::span<const double> x, std::span<double> l) const {
        double sum = 0;
        l[0] = 0;
        for (std::size_t j = 0; j < n; ++j) {
            l[0] += pull(j) * x[j] + x[j] * x[j] * (1 + static_cast<double>(j)) / 10;
            sum += x[j];
        }
        l[1] = sum - 2;
        return Linearisation{[this, at = std::vector(x.begin(), x.end())](auto w, auto g) {
            for (std::size_t j = 0; j < n; ++j)
                g[j] = w[0] * (pull(j) + at[j] * (1 + static_cast<double>(j)) / 5) + w[1];
        }};
    }
    void second(std::span<const double>, std::span<const double> w, std::span<double> h) const {
        std::ranges::fill(h, 0.0);
        for (std::size_t j = 0; j < n; ++j) h[j * n + j] = w[0] * (1 + static_cast<double>(j)) / 5;
    }
};

}  // namespace alcole::tests
