#include <alcole/optimality.hpp>

#include "base/check_size.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace alcole {
namespace {

/// The exponent above which the demand on alpha counts as growing towards u = 0. If |u| halves, the demand doubles if
/// lambda is wrong (exponent 1) and stays about the same if lambda is right (exponent 0).
constexpr double growth = 0.5;

double dot(std::span<const double> a, std::span<const double> b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

bool same_ray(std::span<const double> a, std::span<const double> b) {
    return dot(a, b) >= (1 - 1e-9) * std::sqrt(dot(a, a) * dot(b, b));
}

/// The alpha that p(u) requires, (p(0) - <lambda, u> - p(u)) / |u|^2, where the numerator is reduced by the noise;
/// -infinity if u is infeasible.
double demand(double at_zero, const Perturbation& at, std::span<const double> lambda, double noise) {
    const double missing = at_zero - dot(lambda, at.u) - at.value;
    const double beyond = missing > 0 ? std::max(0.0, missing - noise) : missing;
    return beyond / dot(at.u, at.u);
}

}  // namespace

Stability stability(double at_zero, std::span<const Perturbation> perturbations, std::span<const double> lambda,
                    double noise) {
    if (!std::isfinite(at_zero))
        throw std::invalid_argument("p(0) is not finite; stability is defined only for problems that have a solution");
    Stability found;
    std::vector<double> demands;
    for (std::size_t k = 0; k < perturbations.size(); ++k) {
        const Perturbation& at = perturbations[k];
        base::check_size("a perturbation", at.u.size(), lambda.size(), "one per constraint");
        if (std::isnan(at.value) || at.value == -std::numeric_limits<double>::infinity())
            throw std::invalid_argument("p(u) of perturbation " + std::to_string(k) + " is " +
                                        base::short_number(at.value) + "; a value or +infinity is needed");
        demands.push_back(dot(at.u, at.u) > 0 ? demand(at_zero, at, lambda, noise)
                                              : -std::numeric_limits<double>::infinity());
        if (demands.back() > found.alpha) {
            found.alpha = demands.back();
            found.deciding = k;
        }
    }
    found.examined = demands.size();
    if (demands.empty()) return found;
    found.verdict = Decision::holds;
    if (!found.deciding) return found;

    // The next larger perturbation on the ray of the deciding one.
    const std::span<const double> u = perturbations[*found.deciding].u;
    double next_squared = std::numeric_limits<double>::infinity();
    double next_demand = 0;
    bool nearest = true;
    for (std::size_t k = 0; k < demands.size(); ++k) {
        const double squared = dot(perturbations[k].u, perturbations[k].u);
        if (squared == 0 || !same_ray(u, perturbations[k].u)) continue;
        if (squared < dot(u, u)) nearest = false;
        if (squared <= dot(u, u) || squared >= next_squared) continue;
        next_squared = squared;
        next_demand = demands[k];
    }
    const double ratio = std::sqrt(next_squared / dot(u, u));
    found.growing = nearest && std::isfinite(ratio) && next_demand > 0 &&
                    std::log(found.alpha / next_demand) > growth * std::log(ratio);
    if (found.growing) found.verdict = Decision::undetermined;
    return found;
}

}  // namespace alcole
