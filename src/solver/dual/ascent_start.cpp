#include "solver/dual/ascent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

/// How an ascent begins: what each risk is measured in, and the first multipliers and penalties.
namespace alcole {
namespace {

/// The power of two nearest to a positive number. Scaling by it is exact: scaled and unscaled runs agree bit by bit.
double nearest_power_of_two(double v) { return std::exp2(std::round(std::log2(v))); }

}  // namespace

std::optional<Status> Ascent::begin() {
    if (!state_.scales.empty()) {  // resumed
        if (state_.infeasible) return Status::infeasible;
        return std::nullopt;
    }
    state_.options = given_;
    observe();
    if (!all_finite(risks_) || !all_finite(smooth_)) return Status::not_finite;
    state_.scales = choose_scales();
    if (state_.lambda.empty()) state_.lambda.assign(m_, 0.0);
    if (state_.alpha.empty()) state_.alpha = choose_alpha();
    state_.levels.assign(m_, {});
    state_.forget_progress(m_);
    state_.best_objective = std::numeric_limits<double>::infinity();
    state_.inner_tolerance = first_tolerance();
    return std::nullopt;
}

/// What each risk is divided by. A gradient that vanishes at the first theta says nothing of its constraint's size.
std::vector<double> Ascent::choose_scales() {
    std::vector<double> scales(m_ + 1, 1.0);
    std::vector<double> sizes(m_ + 1);
    primal_.gradient_sizes(sizes);
    state_.gradient_floor = std::clamp(sizes[0], 1e-5, 1.0);
    state_.gradient_size = std::max(sizes[0], state_.gradient_floor);
    if (options_.scaling == Scaling::gradient)
        for (std::size_t i = 0; i <= m_; ++i)
            if (sizes[i] > 1e-8 && std::isfinite(sizes[i])) scales[i] = nearest_power_of_two(sizes[i]);
    if (options_.scaling == Scaling::natural) {
        if (smooth_[0] != 0) scales[0] = nearest_power_of_two(std::abs(smooth_[0]));
        for (std::size_t i = 0; i < m_; ++i) scales[i + 1] = nearest_power_of_two(units_[i]);
    }
    return scales;
}

/// eps_0: a share of the slope L has now, which is small already after a warm start.
double Ascent::first_tolerance() {
    lagrangian()(smooth_, weights_);
    const double slope = primal_.slopes(weights_).stationarity / state_.gradient_size;
    return std::max(options_.tolerance.stationarity / 2,
                    std::min(options_.inner.first_tolerance, slope * options_.inner.tighten));
}

/// penalty.initial in units of the scales: alpha_i (l_i / s_i)^2 counts in units of the objective's scale.
std::vector<double> Ascent::choose_alpha() const {
    std::vector<double> alpha(m_);
    for (std::size_t i = 0; i < m_; ++i) alpha[i] = options_.penalty.initial * unit_of_alpha(i);
    return alpha;
}

}  // namespace alcole
