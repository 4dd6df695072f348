#include "solver/dual/residuals.hpp"

#include <alcole/lagrangian.hpp>

#include <algorithm>
#include <cmath>

namespace alcole::solver {
namespace {

/// A product of multiplier and slack below this share of the objective is treated as zero.
constexpr double negligible = 1e-12;

}  // namespace

bool At::finite() const {
    const auto all_finite = [](const std::vector<double>& values) {
        return std::ranges::all_of(values, [](double v) { return std::isfinite(v); });
    };
    return all_finite(smooth) && all_finite(risks);
}

double Residuals::feasibility_in_tolerances(const Options& options) const {
    const auto& tolerance = options.tolerance;
    if (options.method == Method::unconstrained) return 0;
    return std::max(smooth_violation / tolerance.violation, complementarity / allowed_complementarity(options));
}

double Residuals::allowed_complementarity(const Options& options) const {
    return options.tolerance.complementarity * std::max(objective_unit, std::abs(objective));
}

double Residuals::in_tolerances(const Options& options) const {
    return std::max(stationarity / (options.tolerance.stationarity * gradient_size),
                    feasibility_in_tolerances(options));
}

/// Complementarity is that of the surrogates, since a strict rate moves in jumps and is hardly ever exactly at its
/// bound.
Residuals residuals_of(const At& at, const Constraints& constraints, std::span<const double> lambda,
                       std::span<const detail::SurrogateLevel> levels) {
    Residuals left{.exact = at.exact,
                   .objective = at.risks[0],
                   .merit = at.risks[0] + cost_of_giving_way(at.risks, constraints.prices)};
    for (std::size_t i = 0; i < constraints.size(); ++i) {
        const double smooth = at.smooth[i + 1] - levels[i].shift;
        const double product = constraints.product(i, smooth, lambda[i]);
        left.violation = std::max(left.violation, constraints.residual(i, at.risks[i + 1], lambda[i]));
        left.complementarity = std::max(left.complementarity, std::abs(product));
        left.smooth_violation = std::max(left.smooth_violation, constraints.relative_residual(i, smooth, lambda[i]));
        if (product > negligible * std::max(1.0, std::abs(left.objective)))
            left.slack = std::max(left.slack, std::abs(smooth) / constraints.units[i]);
    }
    return left;
}

}  // namespace alcole::solver
