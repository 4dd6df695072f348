#include "solver/dual/newton_step.hpp"

#include <limits>
#include <utility>

namespace alcole::solver {
namespace {

/// After a failed step, the next one is tried once the residual is below closer_share times the residual of that
/// failure. Each dual step in between multiplies this threshold by raise_factor, so that another attempt is made even
/// if the residual does not fall.
constexpr double closer_share = 0.2;
constexpr double raise_factor = 1.5;

/// Whether to try a Newton step: for a smooth problem under the method of multipliers, near a KKT point.
bool is_worth_trying(const Search& s) {
    const bool smooth = s.full() && !s.primal.has_strict_risks() && s.steps.relaxation() == 0;
    const bool multiplies = s.options.method == Method::augmented && s.options.dual.rule == DualRule::multipliers;
    return smooth && multiplies && s.m() > 0 && s.memory().residual < s.memory().newton_below;
}

/// Computes the residuals after the step; returns whether they are at most half of the previous residual. The slopes,
/// which cost backward passes, are computed only if the other residuals pass.
bool halves(const Search& s, double residual, Visit& there) {
    constexpr double fallen = 0.5;
    bool better = there.at.finite();
    for (std::size_t i = 0; i < s.m(); ++i) better = better && !s.steps.at_ceiling(i);
    for (const bool with_slopes : {false, true}) {
        if (!better) break;
        there.left = residuals(s, there.at, with_slopes);
        const double left =
            with_slopes ? there.left.in_tolerances(s.options) : there.left.feasibility_in_tolerances(s.options);
        better = left <= fallen * residual;
    }
    return better;
}

}  // namespace

std::optional<Visit> step_by_newton(const Search& s) {
    if (!is_worth_trying(s)) return std::nullopt;
    const double residual = s.memory().residual;
    std::vector<double> lambda = s.state.lambda;
    s.memory().newton_below = closer_share * residual;
    if (!s.primal.step_to_kkt(s.steps.lagrangian(s.state.lambda), lambda)) return std::nullopt;
    std::swap(s.state.lambda, lambda);
    Visit there{.at = evaluate(s)};
    if (!halves(s, residual, there)) {
        std::swap(s.state.lambda, lambda);
        s.primal.restore();
        return std::nullopt;
    }
    s.memory().newton_below = std::numeric_limits<double>::infinity();
    ++s.state.counts.steps;
    return there;
}

void raise_newton_threshold(const Search& s) { s.memory().newton_below *= raise_factor; }

}  // namespace alcole::solver
