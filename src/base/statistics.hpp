#pragma once

#include <alcole/interval.hpp>

#include <span>

namespace alcole::base {

double mean(std::span<const double> values);
/// With n in the denominator: of a whole stretch of a trace, not of a sample from it.
double standard_deviation(std::span<const double> values);

/// The mean over repetitions with its 95 % bootstrap interval: they are drawn with replacement, always with the same
/// generator, so the same values give the same interval. Percentiles are expanded for few repetitions (Hesterberg 2015:
/// tails of Phi(-sqrt(n / (n - 1)) t_{n-1})), without which they are far too narrow. One value alone is its own
/// interval.
Interval bootstrap_mean(std::span<const double> values);

}  // namespace alcole::base
