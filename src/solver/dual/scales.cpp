#include "solver/dual/scales.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::solver {
namespace {

/// Scaling by a power of two is exact, so scaled and unscaled runs agree bit by bit.
double nearest_power_of_two(double v) { return std::exp2(std::round(std::log2(v))); }

}  // namespace

/// If a constraint's gradient at the first theta is negligible relative to its value, the gradient says nothing about
/// its size, and the value is used instead.
std::vector<double> gradient_scales(std::span<const double> sizes, std::span<const double> risks) {
    constexpr double vanishes = 1e-10;
    std::vector<double> scales(sizes.size(), 1.0);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const double value = std::abs(risks[i]);
        if (sizes[i] > (i == 0 ? 0 : vanishes * value) && std::isfinite(sizes[i]))
            scales[i] = nearest_power_of_two(sizes[i]);
        else if (i > 0 && value > 0)
            scales[i] = nearest_power_of_two(std::min(1.0, value));
    }
    return scales;
}

std::vector<double> tiny_units(std::span<const double> sizes, std::span<const double> risks) {
    constexpr double far_below_one = 0.01;
    std::vector<double> units(sizes.size() - 1, 1.0);
    for (std::size_t i = 0; i < units.size(); ++i) {
        const double size = std::max(sizes[i + 1], std::abs(risks[i + 1]));
        if (size > 0 && size < far_below_one) units[i] = size / far_below_one;
    }
    return units;
}

std::vector<double> natural_scales(double objective, std::span<const double> units) {
    std::vector<double> scales = {objective != 0 ? nearest_power_of_two(std::abs(objective)) : 1};
    for (const double unit : units) scales.push_back(nearest_power_of_two(unit));
    return scales;
}

double range_of(std::span<const TraceRecord> trace, std::size_t i) {
    double lowest = trace.front().risks[i];
    double highest = lowest;
    for (const auto& record : trace) {
        lowest = std::min(lowest, record.risks[i]);
        highest = std::max(highest, record.risks[i]);
    }
    return highest - lowest;
}

double scale_for_range(double s_0, double moved, double range) {
    return moved > 0 && range > 0 ? nearest_power_of_two(range * std::sqrt(s_0 / moved) / 2) : 0;
}

std::vector<double> initial_alpha(const Options& options, std::span<const double> scales) {
    std::vector<double> alpha(scales.size() - 1);
    for (std::size_t i = 0; i < alpha.size(); ++i) alpha[i] = options.penalty.initial * unit_of_alpha(scales, i);
    return alpha;
}

}  // namespace alcole::solver
