#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

/// The few vector operations that the minimisers need. Sums are accumulated in double unless said otherwise, and always
/// in the same order.
namespace alcole::solver {

/// The sum of term(j) for j < n, in four interleaved lanes: fast, and in a fixed order.
template <class Term>
double sum_over(std::size_t n, Term term) {
    std::array<double, 4> lanes{};
    std::size_t j = 0;
    for (; j + 4 <= n; j += 4)
        for (std::size_t k = 0; k < 4; ++k) lanes[k] += term(j + k);
    for (; j < n; ++j) lanes[0] += term(j);
    return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

template <class T>
double dot(std::span<const T> a, std::span<const T> b) {
    return sum_over(a.size(), [a, b](std::size_t j) { return static_cast<double>(a[j]) * static_cast<double>(b[j]); });
}

/// The same for the many products of L-BFGS, which need no more digits than their vectors have: in single precision,
/// each lane sums sixteen products in float before they are added in double.
inline double quick_dot(std::span<const double> a, std::span<const double> b) { return dot<double>(a, b); }
inline double quick_dot(std::span<const float> a, std::span<const float> b) {
    constexpr std::size_t lanes = 16;
    constexpr std::size_t block = 16 * lanes;
    double sum = 0;
    std::size_t j = 0;
    for (; j + block <= a.size(); j += block) {
        std::array<float, lanes> part{};
        for (std::size_t k = j; k < j + block; k += lanes)
            for (std::size_t lane = 0; lane < lanes; ++lane) part[lane] += a[k + lane] * b[k + lane];
        sum += sum_over(lanes, [&part](std::size_t lane) { return static_cast<double>(part[lane]); });
    }
    return sum + dot<float>(a.subspan(j), b.subspan(j));
}

/// sum_j a_j b_j c_j
template <class T>
double dot(std::span<const T> a, std::span<const T> b, std::span<const T> c) {
    return sum_over(a.size(), [a, b, c](std::size_t j) {
        return static_cast<double>(a[j]) * static_cast<double>(b[j]) * static_cast<double>(c[j]);
    });
}

/// The largest |a_j|; NaN if an entry is NaN.
template <class T>
double largest(std::span<const T> a) {
    T most = 0;
    for (const T v : a) most = !(std::abs(v) <= most) ? std::abs(v) : most;
    return static_cast<double>(most);
}

/// y += c x
template <class T>
void add_scaled(double c, std::span<const T> x, std::span<T> y) {
    const T factor = static_cast<T>(c);
    for (std::size_t j = 0; j < x.size(); ++j) y[j] += factor * x[j];
}

}  // namespace alcole::solver
