#pragma once

#include <alcole/interval.hpp>

#include <span>

namespace alcole::base {

double mean(std::span<const double> values);
/// With n, not n - 1, in the denominator: it describes a complete part of a trace, not a sample.
double standard_deviation(std::span<const double> values);

/// The mean over repetitions with its 95 % bootstrap percentile interval. The generator's seed is fixed, so the same
/// values give the same interval. For few repetitions plain percentiles are far too narrow; they are expanded to the
/// tail probability Phi(-sqrt(n / (n - 1)) t_{n-1}) (Hesterberg 2015). The interval of a single value is that value.
Interval bootstrap_mean(std::span<const double> values);

/// The standard normal quantile for two-sided 95 % intervals.
inline constexpr double usual_z = 1.959963984540054;

/// Wilson's score interval for a rate, given k of n > 0: all p with (k / n - p)^2 <= z^2 p (1 - p) / n. It stays within
/// 0 and 1, and its average coverage is close to nominal for small n too, unlike that of k / n +- z s.
Interval wilson(double k, double n, double z = usual_z);

/// The interval mean +- z sd / sqrt(n) for n > 0 values with this sum and sum of squares; sd has n - 1 in the
/// denominator. The interval of a single value is that value.
Interval mean_interval(double sum, double squares, double n, double z = usual_z);

/// Newcombe's interval (1998, method 10) for the difference d = a - b of two rates over disjoint rows, from the Wilson
/// intervals of both:
///
///     d - sqrt((a - a_low)^2 + (b_high - b)^2)   to   d + sqrt((a_high - a)^2 + (b - b_low)^2)
///
/// Given two mean_interval()s it is the interval for the difference of two means (Welch's, with z instead of t).
Interval newcombe(const Interval& a, const Interval& b);

}  // namespace alcole::base
