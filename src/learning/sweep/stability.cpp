#include "learning/sweep/stability.hpp"

#include <alcole/optimality.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace alcole::learning {
namespace {

/// How much looser a point's bound is than that of the base point: the same number for every swept constraint.
double loosened(const SweepPoint& point, const SweepPoint& base, bool at_least) {
    return at_least ? base.bound - point.bound : point.bound - base.bound;
}

/// The uncertainty of a value of p: complementarity, plus what the tolerated violation is worth.
double noise_of(const SweepPoint& point, const Options::Tolerance& tolerance) {
    return tolerance.complementarity * std::max(1.0, std::abs(point.objective)) +
           tolerance.violation * std::abs(point.slope * point.bound);
}

/// Bounds are spaced geometrically, so distances are logarithmic.
double distance(double bound, double asked) { return std::abs(std::log(bound / asked)); }

/// The met point nearest to the bound asked for; if there are several, to their geometric mean.
const SweepPoint* base_of(const Sweep& sweep, const std::vector<double>& asked) {
    double middle = 0;
    for (const double bound : asked) middle += std::log(std::max(bound, 1e-300)) / static_cast<double>(asked.size());
    const SweepPoint* nearest = nullptr;
    for (const auto& point : sweep.points) {
        if (!point.met || !std::isfinite(point.objective)) continue;
        if (nearest == nullptr || distance(point.bound, std::exp(middle)) < distance(nearest->bound, std::exp(middle)))
            nearest = &point;
    }
    return nearest;
}

}  // namespace

std::optional<SweepStability> stability_of(const Sweep& sweep, const std::vector<double>& asked, std::size_t risks,
                                           const Options::Tolerance& tolerance) {
    const SweepPoint* base = asked.empty() || risks == 0 ? nullptr : base_of(sweep, asked);
    if (base == nullptr) return std::nullopt;
    const double length = std::sqrt(static_cast<double>(risks));
    SweepStability found{.base = base->bound, .risks = risks};
    if (std::ranges::adjacent_find(asked, std::not_equal_to<>()) == asked.end()) found.asked = asked.front();
    found.own = found.asked && distance(base->bound, *found.asked) < 1e-9;

    std::vector<Perturbation> perturbations;
    std::vector<double> bounds;
    double noise = 0;
    for (const auto& point : sweep.points) {
        if (&point == base || !(point.met || point.status == Status::infeasible)) continue;
        const double u = loosened(point, *base, sweep.at_least);
        // u_i = u for every swept i, so |u|^2 = risks u^2 and <lambda, u> = u sum_i lambda_i. This is equivalent to a
        // single variable of length sqrt(risks) u with the multiplier sum_i lambda_i / sqrt(risks).
        perturbations.push_back(
            {.u = {length * u}, .value = point.met ? point.objective : std::numeric_limits<double>::infinity()});
        bounds.push_back(point.bound);
        if (point.met) noise = std::max(noise, noise_of(point, tolerance));
    }
    found.bounds = bounds.size();
    found.noise = noise + noise_of(*base, tolerance);
    const std::vector<double> lambda = {std::abs(base->slope) / length};
    const Stability told = stability(base->objective, perturbations, lambda, found.noise);
    found.alpha = told.alpha;
    found.verdict = told.verdict;
    if (told.deciding) found.deciding = bounds[*told.deciding];
    found.growing = told.growing;
    return found;
}

}  // namespace alcole::learning
