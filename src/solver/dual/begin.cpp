#include "solver/dual/begin.hpp"

#include "solver/dual/evaluation.hpp"
#include "solver/dual/progress.hpp"
#include "solver/dual/scales.hpp"
#include "solver/dual/surrogate_path.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alcole::solver {
namespace {

void choose_scales(const Search& s, const At& at) {
    const bool natural = !s.primal.constraint_scales().empty();
    auto& memory = s.memory();
    memory.scales.assign(s.m() + 1, 1.0);
    if (s.options.scaling == Scaling::natural) memory.scales = natural_scales(at.smooth[0], s.constraints.units);
    if (s.options.scaling == Scaling::gradient) {
        std::vector<double> sizes(s.m() + 1);
        s.primal.gradient_sizes(sizes);
        // The gradient of a divergence vanishes while all predictions are still alike. Too small a scale would then
        // give a penalty so large that mini-batch steps never recover from it; see measure_again().
        if (s.mini_batches() && s.state.alpha.empty())
            for (std::size_t i = 1; i <= s.m(); ++i) sizes[i] = std::max(sizes[i], sizes[0]);
        if (sizes[0] == 0) sizes[0] = s.primal.gradient_unit();  // the start is stationary for the objective
        memory.scales = gradient_scales(sizes, at.smooth);
        if (!natural) s.constraints.units = tiny_units(sizes, at.smooth);
    }
    memory.units = s.constraints.units;
}

/// The lower bound on the gradient size to which stationarity is relative: the objective's gradient at the start, but
/// at most 1. If the start is near a minimum of the objective, its gradient is tiny in any units; the change of the
/// gradient over a step of the size of theta then gives the units.
double gradient_floor(Primal& primal, double objective_slope) {
    if (objective_slope >= tiny_slope) return std::min(objective_slope, 1.0);
    const double unit = primal.gradient_unit();
    if (unit == 0 && objective_slope == 0) return tiny_slope;  // the objective is constant
    return std::max(objective_slope, tiny_slope * std::min(unit, 1.0));
}

std::optional<Status> resume(const Search& s) {
    s.constraints.units = s.memory().units;
    if (s.memory().infeasible) return Status::infeasible;
    if (s.memory().stalled) return Status::stalled;
    return std::nullopt;
}

/// Initialises the multipliers, penalties and memory.
void set_out(const Search& s) {
    auto& memory = s.memory();
    if (s.state.lambda.empty()) s.state.lambda.assign(s.m(), 0.0);
    for (std::size_t i = 0; i < s.m(); ++i)  // those of a warm start may be from a problem with other prices
        s.state.lambda[i] = std::min(s.state.lambda[i], s.constraints.price(i));
    if (s.state.alpha.empty()) s.state.alpha = first_alpha(s);
    if (memory.levels.size() != s.m()) memory.levels.assign(s.m(), {});  // an earlier stage may have set them
    memory.closest = {};
    memory.softened_from = std::numeric_limits<double>::infinity();
    forget(memory.stagnation, s.m());
    memory.best_objective = std::numeric_limits<double>::infinity();
}

}  // namespace

std::optional<Status> begin(const Search& s, KeptIterates& kept, const Options& given) {
    auto& memory = s.memory();
    const bool evaluated = memory.evaluated;
    if (s.primal.has_width()) s.primal.set_width(memory.width);
    memory.evaluated = evaluated;
    if (!memory.scales.empty()) return resume(s);
    s.state.options = given;
    const At at = observe(s);
    if (!at.finite()) return Status::not_finite;
    std::vector<double> weights(s.m() + 1);
    weights[0] = 1;
    Slopes slopes;
    if (s.mini_batches()) {  // before choose_scales() evaluates a mini-batch: slopes are those of the last evaluation
        s.primal.remember(at.smooth);
        slopes = s.primal.slopes(weights);
    }
    choose_scales(s, at);
    set_out(s);
    kept.keep_if_best(at.risks);
    if (!s.mini_batches()) {
        s.steps.lagrangian(s.state.lambda)(at.smooth, weights);
        slopes = s.primal.slopes(weights);
    }
    // A search that continues another one may already know the size of the gradient far from the answer.
    s.state.gradient_floor = std::max(s.state.gradient_floor, gradient_floor(s.primal, slopes.objective));
    memory.gradient_size = std::max(slopes.objective, s.state.gradient_floor);
    memory.inner_tolerance = std::max(s.options.tolerance.stationarity / 2,
                                      std::min(s.options.inner.first_tolerance,
                                               slopes.stationarity / memory.gradient_size * s.options.inner.tighten));
    return std::nullopt;
}

void measure_again(const Search& s) {
    if (!s.mini_batches() || s.options.scaling != Scaling::gradient || !dual::measures_at(s.state.iteration)) return;
    auto& memory = s.memory();
    std::vector<double> sizes(s.m() + 1);
    s.primal.gradient_sizes(sizes);
    std::vector<double> scales = gradient_scales(sizes, std::vector<double>(s.m() + 1, 0.0));
    scales[0] = memory.scales[0];
    const double moved = range_of(s.state.trace, 0);
    for (std::size_t i = 0; i < s.m(); ++i) {
        if (!(sizes[i + 1] > 0) || !std::isfinite(sizes[i + 1])) scales[i + 1] = memory.scales[i + 1];
        scales[i + 1] = std::max(scales[i + 1], scale_for_range(scales[0], moved, range_of(s.state.trace, i + 1)));
        s.state.alpha[i] *= unit_of_alpha(scales, i) / unit_of_alpha(memory.scales, i);
    }
    memory.scales = std::move(scales);
}

}  // namespace alcole::solver
