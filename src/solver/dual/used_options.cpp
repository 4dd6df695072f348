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

    // A bound says what a violation is measured by, not how fast theta can answer: with mini-batches alpha must be
    // right for theta's steps from the first one on.
    if (options.scaling == Scaling::automatic)
        options.scaling = full && natural_scales ? Scaling::natural : Scaling::gradient;
    // A unit of theta's steepest move (gradient) or of a bound (natural) beyond the bound costs this many times what
    // the same move, or the whole objective, is worth. Mini-batch steps get nowhere under a stiff penalty.
    fill(options.penalty.initial, options.scaling == Scaling::natural ? 1e-2 : full ? 10 : 1);
    // Multipliers must not run ahead of a theta that takes a small step at a time.
    fill(options.dual.step, full ? options.penalty.initial : 0.1 * options.penalty.initial);
    fill(options.penalty.cap, full ? 1e12 : 10 * options.penalty.initial);
    if (options.penalty.interval == 0)
        options.penalty.interval = full ? 10 : std::max<std::int64_t>(10, options.stochastic.max_epochs / 5);
    return options;
}

}  // namespace alcole::solver
