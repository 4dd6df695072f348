#include "studies/rates.hpp"

#include <alcole/random.hpp>

#include "base/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::studies {
namespace {

constexpr int resamples = 2000;

struct Place {
    double x = 0;
    double y = 0;
};

std::optional<double> slope_of(std::span<const Place> places) {
    if (places.size() < 2) return std::nullopt;
    const auto n = static_cast<double>(places.size());
    double x = 0;
    double y = 0;
    for (const auto& place : places) {
        x += place.x / n;
        y += place.y / n;
    }
    double above = 0;
    double below = 0;
    for (const auto& place : places) {
        above += (place.x - x) * (place.y - y);
        below += (place.x - x) * (place.x - x);
    }
    return below > 0 ? std::optional(above / below) : std::nullopt;
}

/// The slope through the means that `mean_of` gives.
template <class MeanOf>
std::optional<double> slope_through(std::span<const Measured> measured, const MeanOf& mean_of) {
    std::vector<Place> places;
    for (const auto& one : measured) {
        const double level = mean_of(one.values);
        if (level > 0) places.push_back({std::log(one.rows), std::log(level)});
    }
    return slope_of(places);
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
