#include "solver/dual/used_options.hpp"

#include <algorithm>
#include <cstdint>

namespace alcole::solver {
namespace {

void fill(double& value, double automatic) {
    if (value == 0) value = automatic;
}

}  // namespace

Options used_options(Options options, double epsilon, bool natural_scales) {
    const bool in_double = epsilon < 1e-10;
    fill(options.tolerance.stationarity, in_double ? 1e-7 : 1e-4);
    fill(options.tolerance.violation, in_double ? 1e-8 : 1e-4);
    fill(options.tolerance.complementarity, in_double ? 1e-7 : 1e-4);

    const bool full = options.regime == Regime::full;
    const bool has_penalty = options.method == Method::augmented || options.method == Method::penalty;
    if (options.dual.rule == DualRule::automatic)
        options.dual.rule = full && has_penalty ? DualRule::multipliers : DualRule::gradient;
    if (full && options.method == Method::lagrangian) fill(options.dual.step, 0.1);
    const bool may_grow = full && has_penalty && options.dual.rule != DualRule::printed;
    if (options.penalty.schedule == PenaltySchedule::automatic)
        options.penalty.schedule = may_grow ? PenaltySchedule::adaptive : PenaltySchedule::constant;

    // A bound gives the unit of a violation, but not how quickly theta can respond. With mini-batches, alpha must suit
    // theta's steps from the start, so the scales come from gradients.
    if (options.scaling == Scaling::automatic)
        options.scaling = full && natural_scales ? Scaling::natural : Scaling::gradient;
    // In scaled units, a violation of 1 costs alpha times the scale of the objective, which is its gradient's largest
    // entry (gradient) or its value (natural). Mini-batch steps make no progress under a stiff penalty.
    fill(options.penalty.initial, options.scaling == Scaling::natural ? 1e-2 : full ? 10 : 1);
    // With mini-batches theta moves in small steps, and the multipliers must not run ahead of it.
    fill(options.dual.step, full ? options.penalty.initial : 0.1 * options.penalty.initial);
    fill(options.penalty.cap, full ? 1e12 : 10 * options.penalty.initial);
    if (options.penalty.interval == 0)
        options.penalty.interval = full ? 10 : std::max<std::int64_t>(10, options.stochastic.max_epochs / 5);
    return options;
}

}  // namespace alcole::solver
