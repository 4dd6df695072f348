#include "solver/dual/ascent_class.hpp"
#include "solver/dual/progress.hpp"
#include "solver/dual/scales.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alcole::solver {

/// What each risk is measured in, the first multipliers and penalties, and eps_0: a share of the slope L has now, which
/// is small already after a warm start.
std::optional<Status> Ascent::begin() {
    const bool evaluated = memory_.evaluated;
    if (primal_.has_width()) primal_.set_width(memory_.width);
    memory_.evaluated = evaluated;
    if (!memory_.scales.empty()) {  // resumed
        constraints_.units = memory_.units;
        if (memory_.infeasible) return Status::infeasible;
        if (memory_.stalled) return Status::stalled;
        return std::nullopt;
    }
    state_.options = given_;
    const At at = observe();
    if (!at.finite()) return Status::not_finite;
    std::vector<double> weights(m_ + 1);
    weights[0] = 1;
    Slopes slopes;
    if (mini_batches()) {  // before mini-batches are looked at: it is all data's slope that was just evaluated
        primal_.remember(at.smooth);
        slopes = primal_.slopes(weights);
    }
    choose_scales(at);
    if (state_.lambda.empty()) state_.lambda.assign(m_, 0.0);
    if (state_.alpha.empty()) state_.alpha = initial_alpha(options_, memory_.scales);
    if (memory_.levels.size() != m_) memory_.levels.assign(m_, {});  // an earlier stage may know where they stand
    memory_.closest = {};
    memory_.softened_from = std::numeric_limits<double>::infinity();
    forget(memory_.progress, m_);
    memory_.best_objective = std::numeric_limits<double>::infinity();
    keep_if_best(at.risks);

    if (!mini_batches()) {
        steps_.lagrangian(state_.lambda)(at.smooth, weights);
        slopes = primal_.slopes(weights);
    }
    state_.gradient_floor = choose_floor(slopes.objective);
    memory_.gradient_size = std::max(slopes.objective, state_.gradient_floor);
    choose_tolerance(slopes.stationarity);
    return std::nullopt;
}

void Ascent::choose_scales(const At& at) {
    const bool natural = !primal_.constraint_scales().empty();
    memory_.scales.assign(m_ + 1, 1.0);
    if (options_.scaling == Scaling::natural) memory_.scales = natural_scales(at.smooth[0], constraints_.units);
    if (options_.scaling == Scaling::gradient) {
        std::vector<double> sizes(m_ + 1);
        primal_.gradient_sizes(sizes);
        // A divergence between answers has no slope where theta does not tell people apart yet. Too small a scale would
        // make a penalty that mini-batch steps never recover from; see measure_again().
        if (mini_batches() && state_.alpha.empty())
            for (std::size_t i = 1; i <= m_; ++i) sizes[i] = std::max(sizes[i], sizes[0]);
        if (sizes[0] == 0) sizes[0] = primal_.gradient_unit();  // a start at a minimum of the objective
        memory_.scales = gradient_scales(sizes, at.smooth);
        if (!natural) constraints_.units = tiny_units(sizes, at.smooth);
    }
    memory_.units = constraints_.units;
}

/// What stationarity is relative to at the least: the objective's gradient at the start, but no more than 1. A start
/// may be near a minimum of the objective, where that gradient is tiny whatever the units are; then what it changes by
/// over a step of theta's size tells the units.
double Ascent::choose_floor(double objective_slope) {
    if (objective_slope >= tiny_slope) return std::min(objective_slope, 1.0);
    const double unit = primal_.gradient_unit();
    if (unit == 0 && objective_slope == 0) return tiny_slope;  // a constant
    return std::max(objective_slope, tiny_slope * std::min(unit, 1.0));
}

/// With mini-batches alpha is constant unless it is told to grow, and a constraint's slope at the first theta says
/// little of what it is at its bound: it is measured again after 10, 20, 40, ... dual steps. By then it is also known
/// how far each risk has moved, R_i, and a penalty of 4 R_0 for a violation of R_i is all that is ever needed: a larger
/// alpha only turns the noise of mini-batches into weights.
void Ascent::measure_again() {
    if (!mini_batches() || options_.scaling != Scaling::gradient || !dual::measures_at(state_.iteration)) return;
    std::vector<double> sizes(m_ + 1);
    primal_.gradient_sizes(sizes);
    std::vector<double> scales = gradient_scales(sizes, std::vector<double>(m_ + 1, 0.0));
    scales[0] = memory_.scales[0];
    const double moved = range_of(state_.trace, 0);
    for (std::size_t i = 0; i < m_; ++i) {
        if (!(sizes[i + 1] > 0) || !std::isfinite(sizes[i + 1])) scales[i + 1] = memory_.scales[i + 1];
        scales[i + 1] = std::max(scales[i + 1], scale_for_range(scales[0], moved, range_of(state_.trace, i + 1)));
        state_.alpha[i] *= unit_of_alpha(scales, i) / unit_of_alpha(memory_.scales, i);
    }
    memory_.scales = std::move(scales);
}

void Ascent::choose_tolerance(double slope) {
    memory_.inner_tolerance =
        std::max(options_.tolerance.stationarity / 2,
                 std::min(options_.inner.first_tolerance, slope / memory_.gradient_size * options_.inner.tighten));
}

}  // namespace alcole::solver
