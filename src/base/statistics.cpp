#include "base/statistics.hpp"

#include <alcole/random.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

namespace alcole::base {
namespace {

constexpr int resamples = 10000;

/// The 97.5 % quantile of Student's t distribution, to about three decimals.
double t_quantile(std::size_t freedom) {
    constexpr std::array<double, 30> table = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                                              2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
                                              2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
    if (freedom <= table.size()) return table.at(freedom - 1);
    return 1.960 + 2.4 / static_cast<double>(freedom);
}

/// The share of resamples beyond each end of the interval: Phi(-sqrt(n / (n - 1)) t_{n-1}).
double tail_of(std::size_t n) {
    const double spread = std::sqrt(static_cast<double>(n) / static_cast<double>(n - 1)) * t_quantile(n - 1);
    return std::erfc(spread / std::sqrt(2.0)) / 2;
}

/// Linear interpolation between order statistics.
double quantile(const std::vector<double>& sorted, double share) {
    const double at = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

double mean(std::span<const double> values) {
    return values.empty() ? 0 : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double standard_deviation(std::span<const double> values) {
    const double center = mean(values);
    double squares = 0;
    for (const double v : values) squares += (v - center) * (v - center);
    return values.empty() ? 0 : std::sqrt(squares / static_cast<double>(values.size()));
}

Interval bootstrap_mean(std::span<const double> values) {
    Interval interval{.estimate = mean(values), .low = mean(values), .high = mean(values)};
    if (values.size() < 2) return interval;
    Random random(20251020);
    std::vector<double> means(resamples);
    for (double& m : means) {
        double total = 0;
        for (std::size_t i = 0; i < values.size(); ++i) total += values[random.below(values.size())];
        m = total / static_cast<double>(values.size());
    }
    std::ranges::sort(means);
    const double tail = tail_of(values.size());
    interval.low = quantile(means, tail);
    interval.high = quantile(means, 1 - tail);
    return interval;
}

Interval wilson(double k, double n, double z) {
    const double p = k / n;
    const double room = z * z / n;
    const double center = (p + room / 2) / (1 + room);
    const double half = std::sqrt(room * (p * (1 - p) + room / 4)) / (1 + room);
    return {.estimate = p, .low = std::clamp(center - half, 0.0, p), .high = std::clamp(center + half, p, 1.0)};
}

Interval mean_interval(double sum, double squares, double n, double z) {
    const double mean = sum / n;
    const double variance = n > 1 ? std::max(0.0, squares - sum * mean) / (n - 1) : 0;
    const double reach = z * std::sqrt(variance / n);
    return {mean, mean - reach, mean + reach};
}

Interval newcombe(const Interval& a, const Interval& b) {
    const double d = a.estimate - b.estimate;
    return {.estimate = d,
            .low = d - std::hypot(a.estimate - a.low, b.high - b.estimate),
            .high = d + std::hypot(a.high - a.estimate, b.estimate - b.low)};
}

}  // namespace alcole::base
