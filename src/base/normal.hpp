#pragma once

/// The standard normal distribution. No certificate rests on it: there it only says where to look first.
namespace alcole::base {

double normal_density(double x);

/// P(N <= x), without loss of digits where it is small.
double normal_probability(double x);

/// The x with P(N <= x) = p, for 0 < p < 1.
double normal_quantile(double p);

}  // namespace alcole::base
