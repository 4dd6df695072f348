#include "solver/dual/used_options.hpp"

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

    if (options.scaling == Scaling::automatic) options.scaling = natural_scales ? Scaling::natural : Scaling::gradient;
    // A unit of theta's steepest move (gradient) or of a bound (natural) beyond the bound costs this many times what
    // the same move, or the whole objective, is worth. Mini-batch steps get nowhere under a stiff penalty.
    fill(options.penalty.initial, options.scaling == Scaling::natural ? 1e-2 : full ? 10 : 1);
    // Multipliers must not run ahead of a theta that takes a small step at a time.
    fill(options.dual.step, full ? options.penalty.initial : 0.1 * options.penalty.initial);
    return options;
}

}  // namespace alcole::solver
