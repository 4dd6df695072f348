#pragma once

#include <alcole/problem.hpp>

#include "base/check_size.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>

namespace alcole::base {

/// Throws std::invalid_argument if theta has the wrong size or a component outside the box.
template <class T>
void check_inside(const Box<T>& box, std::span<const T> theta) {
    check_size("theta", theta.size(), box.lower.size(), "one per variable of the problem");
    for (std::size_t j = 0; j < theta.size(); ++j)
        if (!(theta[j] >= box.lower[j] && theta[j] <= box.upper[j]))
            throw std::invalid_argument("theta[" + std::to_string(j) + "] is " +
                                        short_number(static_cast<double>(theta[j]), 9) + ", outside the box");
}

template <class T>
void project(const Box<T>& box, std::span<T> theta) {
    for (std::size_t j = 0; j < theta.size(); ++j) theta[j] = std::clamp(theta[j], box.lower[j], box.upper[j]);
}

/// Whether theta_j is at a bound and a descent step, against g_j, would leave the box.
template <class T>
bool held(const Box<T>& box, std::size_t j, T theta, T g) {
    return (theta <= box.lower[j] && g > 0) || (theta >= box.upper[j] && g < 0);
}

/// The largest |g_j| over the variables that are not held at a bound; NaN if one of these g_j is NaN.
template <class T>
double projected_gradient(const Box<T>& box, std::span<const T> theta, std::span<const T> g) {
    T largest = 0;
    for (std::size_t j = 0; j < theta.size(); ++j)
        if (!held(box, j, theta[j], g[j]) && !(std::abs(g[j]) <= largest)) largest = std::abs(g[j]);
    return static_cast<double>(largest);
}

}  // namespace alcole::base
