#pragma once

/// The standard normal distribution. No certificate is valid because of it: certificates use it only for starting
/// points, mixture weights and forecasts.
namespace alcole::base {

double normal_density(double x);

/// P(N <= x), accurate also in the lower tail.
double normal_probability(double x);

/// The x with P(N <= x) = p, for 0 < p < 1, by bisection.
double normal_quantile(double p);

}  // namespace alcole::base
