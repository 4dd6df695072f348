#pragma once

#include <alcole/interval.hpp>

#include <optional>
#include <span>
#include <vector>

namespace alcole::studies {

/// The measurements for one number of rows: one non-negative value per seed.
struct Measured {
    double rows = 0;
    std::vector<double> values{};
};

/// The exponent s of  mean error ~ N^s: the slope of the least-squares line through log(mean) against log(N), with its
/// 95 % bootstrap interval (seeds are drawn with replacement separately for each N; the draws are always the same).
/// Means of zero have no logarithm and are left out; nothing if fewer than two sizes remain.
std::optional<Interval> fitted_slope(std::span<const Measured> measured);

}  // namespace alcole::studies
