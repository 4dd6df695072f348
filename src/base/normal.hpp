#pragma once

/// The standard normal distribution. The validity of certificates does not depend on it: they use it only to order
/// outcomes, to choose stakes and for forecasts.
namespace alcole::base {

double normal_density(double x);

/// P(N <= x), accurate also in the lower tail.
double normal_probability(double x);

/// The x with P(N <= x) = p, for 0 < p < 1, by bisection.
double normal_quantile(double p);

}  // namespace alcole::base
