#pragma once

/// The beta distribution, from which exact confidence bounds on rates follow.
namespace alcole::certify {

/// I_x(a, b) = 1 / B(a, b) * integral from 0 to x of t^(a-1) (1-t)^(b-1) dt, for a, b > 0 and x in [0, 1]: the
/// probability that a Beta(a, b) variable is at most x. Computed from its continued fraction, accurate to about 1e-13.
double incomplete_beta(double a, double b, double x);

/// The x with I_x(a, b) = p, found by bisection and rounded upwards: I_x(a, b) >= p.
double beta_quantile(double a, double b, double p);

}  // namespace alcole::certify
