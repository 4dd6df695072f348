#include "certify/beta.hpp"

#include <cmath>

namespace alcole::certify {
namespace {

double away_from_zero(double v) {
    constexpr double tiny = 1e-300;
    return std::abs(v) < tiny ? tiny : v;
}

/// The continued fraction 1 / (1 + d_1 / (1 + d_2 / (1 + ...))) of I_x(a, b) without its prefactor,
///
///     d_{2m+1} = -(a+m)(a+b+m) x / ((a+2m)(a+2m+1)),    d_{2m} = m (b-m) x / ((a+2m-1)(a+2m))
///
/// (Abramowitz and Stegun 26.5.8), evaluated forwards by Lentz' algorithm (1976) as a product of two ratios. For
/// x < (a + 1) / (a + b + 2) it converges in about sqrt(max(a, b)) steps.
double fraction(double a, double b, double x) {
    constexpr int max_steps = 100000;
    constexpr double precision = 1e-15;
    double ratio = 1;  // of successive numerators
    double inverse = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
    double value = inverse;
    for (int m = 1; m < max_steps; ++m) {
        const double k = 2.0 * m;
        const double even = m * (b - m) * x / ((a + k - 1) * (a + k));
        inverse = 1 / away_from_zero(1 + even * inverse);
        ratio = away_from_zero(1 + even / ratio);
        value *= inverse * ratio;
        const double odd = -(a + m) * (a + b + m) * x / ((a + k) * (a + k + 1));
        inverse = 1 / away_from_zero(1 + odd * inverse);
        ratio = away_from_zero(1 + odd / ratio);
        value *= inverse * ratio;
        if (std::abs(inverse * ratio - 1) < precision) break;
    }
    return value;
}

double log_gamma(double v) {
    int sign = 0;  // lgamma() writes to a global variable, so it is not thread-safe
    return ::lgamma_r(v, &sign);
}

}  // namespace

double incomplete_beta(double a, double b, double x) {
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    const double logarithm = log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * std::log(x) + b * std::log1p(-x);
    const double front = std::exp(logarithm);
    if (x < (a + 1) / (a + b + 2)) return front * fraction(a, b, x) / a;
    return 1 - front * fraction(b, a, 1 - x) / b;
}

double beta_quantile(double a, double b, double p) {
    double low = 0;
    double high = 1;
    constexpr int halvings = 60;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (incomplete_beta(a, b, middle) < p ? low : high) = middle;
    }
    return high;
}

}  // namespace alcole::certify
