#include "base/normal.hpp"

#include <cmath>
#include <numbers>

namespace alcole::base {

double normal_density(double x) { return std::exp(-x * x / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2; }

double normal_probability(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

double normal_quantile(double p) {
    if (p > 0.5) return -normal_quantile(1 - p);
    double low = -40;
    double high = 0;
    constexpr int halvings = 60;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (normal_probability(middle) < p ? low : high) = middle;
    }
    return high;
}

}  // namespace alcole::base
