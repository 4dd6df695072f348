#include "solver/dual/kept.hpp"

#include <alcole/lagrangian.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace alcole::solver {

void KeptIterates::keep_if_best(std::span<const double> risks) {
    const auto& s = search_;
    const bool finite = std::ranges::all_of(risks, [](double v) { return std::isfinite(v); });
    if (!finite || !s.constraints.met(risks, s.options.tolerance.violation)) return;
    const double merit = s.primal.merit(risks) + cost_of_giving_way(risks, s.constraints.prices);
    if (!(merit < memory().best_objective)) return;
    memory().best_objective = merit;
    memory().best_lambda = s.state.lambda;
    s.primal.keep_best(s.state.iteration, risks);
}

void KeptIterates::keep_if_closest(const Residuals& left) {
    const auto& s = search_;
    at_closest_ = false;
    if (!left.exact || !s.full() || s.steps.relaxation() > 0 || s.primal.has_strict_risks()) return;
    detail::Closest& closest = memory().closest;
    const double residual = left.in_tolerances(s.options);
    const bool closer = closest.residual <= 1 && residual <= 1 ? !better_by_far(closest.objective, left.merit)
                                                               : residual < closest.residual;
    if (!closer) return;
    closest = {.residual = residual, .objective = left.merit, .lambda = s.state.lambda};
    s.primal.keep_closest();
    at_closest_ = true;
}

/// Either point may violate constraint i by tolerance * unit_i, which changes the merit by about |lambda_i| times that,
/// or by the price where that counts. A difference must exceed the sum of these, for both points, and a millionth of
/// the merit for rounding.
bool KeptIterates::better_by_far(double merit, double than) const {
    const auto& s = search_;
    double bought = 1e-6 * std::max(std::abs(merit), std::abs(than));
    for (std::size_t i = 0; i < s.m(); ++i) {
        const double worth = s.constraints.must_be_met(i) ? std::abs(s.state.lambda[i]) : s.constraints.price(i);
        bought += 2 * worth * s.options.tolerance.violation * s.constraints.units[i];
    }
    return merit < than - bought;
}

bool KeptIterates::has_passed_better(const At& at) const {
    constexpr double worth_it = 1e-3;
    const double merit = at.risks[0] + cost_of_giving_way(at.risks, search_.constraints.prices);
    return search_.primal.has_width() && memory().best_objective < merit - worth_it * std::abs(merit);
}

bool KeptIterates::return_to_closest() {
    if (at_closest_ || memory().closest.residual == std::numeric_limits<double>::infinity()) return false;
    if (!search_.primal.return_to_closest()) return false;
    search_.state.lambda = memory().closest.lambda;
    return true;
}

}  // namespace alcole::solver
