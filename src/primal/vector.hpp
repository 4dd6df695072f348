#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

/// The few vector operations the minimisers need. Sums run in double and in one fixed order, whatever T is.
namespace alcole {

template <class T>
double dot(std::span<const T> a, std::span<const T> b) {
    std::array<double, 4> lanes{};  // four independent sums, for speed
    std::size_t j = 0;
    for (; j + 4 <= a.size(); j += 4)
        for (std::size_t k = 0; k < 4; ++k) lanes[k] += static_cast<double>(a[j + k]) * static_cast<double>(b[j + k]);
    for (; j < a.size(); ++j) lanes[0] += static_cast<double>(a[j]) * static_cast<double>(b[j]);
    return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

/// The largest |a_j|; NaN when an entry is NaN.
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

}  // namespace alcole
