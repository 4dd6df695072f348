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

/// Of 95 %, two-sided.
inline constexpr double usual_z = 1.959963984540054;

/// Wilson's score interval for a rate of which k of n were seen, n > 0: all p with (k / n - p)^2 <= z^2 p (1 - p) / n.
/// It stays within 0 and 1 and is right on average for small n too, where k / n +- z s is not.
Interval wilson(double k, double n, double z = usual_z);

/// Of a mean of n > 0 values with this sum and sum of squares: mean +- z sd / sqrt(n), sd with n - 1 in the
/// denominator. One value alone is its own interval.
Interval mean_interval(double sum, double squares, double n, double z = usual_z);

/// Newcombe's interval (1998, method 10) for the difference of two rates that have no row in common, from the Wilson
/// intervals of both: with d = a - b,   d - sqrt((a - a_low)^2 + (b_high - b)^2)   to   d + sqrt((a_high - a)^2 + (b -
/// b_low)^2). Of mean_interval()s it is that of the difference of two means (Welch's, with z for t).
Interval newcombe(const Interval& a, const Interval& b);

}  // namespace alcole::base
