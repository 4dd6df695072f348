#include "studies/rates.hpp"

#include <alcole/random.hpp>

#include "base/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::studies {
namespace {

constexpr int resamples = 2000;

/// The slope of the least-squares line through log(mean) against log(N), with means computed by `mean_of`.
template <class MeanOf>
std::optional<double> slope_through(std::span<const Measured> measured, const MeanOf& mean_of) {
    std::vector<double> x;
    std::vector<double> y;
    for (const auto& one : measured) {
        const double level = mean_of(one.values);
        if (!(level > 0)) continue;
        x.push_back(std::log(one.rows));
        y.push_back(std::log(level));
    }
    const double middle_x = base::mean(x);
    const double middle_y = base::mean(y);
    double above = 0;
    double below = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        above += (x[i] - middle_x) * (y[i] - middle_y);
        below += (x[i] - middle_x) * (x[i] - middle_x);
    }
    return below > 0 ? std::optional(above / below) : std::nullopt;
}

}  // namespace

std::optional<Interval> fitted_slope(std::span<const Measured> measured) {
    const auto estimate = slope_through(measured, [](const std::vector<double>& values) { return base::mean(values); });
    if (!estimate) return std::nullopt;
    Random random(20251020);
    std::vector<double> slopes;
    for (int b = 0; b < resamples; ++b) {
        const auto drawn = slope_through(measured, [&](const std::vector<double>& values) {
            double total = 0;
            for (std::size_t i = 0; i < values.size(); ++i) total += values[random.below(values.size())];
            return values.empty() ? 0 : total / static_cast<double>(values.size());
        });
        if (drawn) slopes.push_back(*drawn);
    }
    if (slopes.empty()) return Interval{*estimate, *estimate, *estimate};
    std::ranges::sort(slopes);
    const auto at = [&](double share) {
        return slopes[static_cast<std::size_t>(std::lround(share * static_cast<double>(slopes.size() - 1)))];
    };
    return Interval{*estimate, at(0.025), at(0.975)};
}

}  // namespace alcole::studies
