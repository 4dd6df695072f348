#pragma once

#include <alcole/interval.hpp>

#include <optional>
#include <span>
#include <vector>

namespace alcole::studies {

/// What was measured with one number of rows, one value per seed, none below zero.
struct Measured {
    double rows = 0;
    std::vector<double> values{};
};

/// The exponent s of  mean error ~ N^s: the slope of the least-squares line through log(mean) against log(N), with its
/// 95 % bootstrap interval (seeds are drawn with replacement for each N on its own; always the same draws). Means of
/// zero have no logarithm and are left out; nothing when fewer than two sizes are left.
std::optional<Interval> fitted_slope(std::span<const Measured> measured);

}  // namespace alcole::studies
