#pragma once

/// The beta distribution, which exact bounds of rates are made of.
namespace alcole::certify {

/// I_x(a, b) = 1 / B(a, b) * integral from 0 to x of t^(a-1) (1-t)^(b-1) dt, for a, b > 0 and x in [0, 1]: the chance
/// that a beta variable is at most x. By its continued fraction, to about 1e-13.
double incomplete_beta(double a, double b, double x);

/// The x with I_x(a, b) = p, found by bisection and rounded upwards: I_x(a, b) >= p.
double beta_quantile(double a, double b, double p);

}  // namespace alcole::certify
