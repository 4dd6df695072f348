#include "learning/training/stages.hpp"

#include <algorithm>
#include <cstdint>

namespace alcole::learning {
namespace {

/// Flops per evaluation up to which all data are used in every step: about a twentieth of a second on two cores.
constexpr double quick = 5e9;
/// Mini-batch steps of the first stage: they get close to the answer, whatever the number of rows.
constexpr std::int64_t enough_steps = 30000;
/// A rate that falls to zero may start this many times higher than a constant one.
constexpr double faster = 5;

/// What networks in single precision reach before they are stalled by noise. Smaller values improve neither held-out
/// accuracy nor the constraints, which must hold to 1 % of their bound: docs/rates.md has the measurements.
constexpr double network_stationarity = 4e-3;
/// Of a network's constraints, and of constraints on rates: one row more or less moves a rate further than this in most
/// tables, so multipliers that meet the bound of a rate's surrogate to more digits fit a model that is no better.
constexpr double coarse_violation = 1e-3;

Options in_regime(const SolveConfig& solve, Regime regime) {
    Options options = solve.options;
    options.regime = regime;
    return options;
}

}  // namespace

std::vector<Options> stages_of(SolveConfig solve, const SearchSize& size) {
    auto& tolerance = solve.options.tolerance;
    if (size.network && tolerance.stationarity == 0) tolerance.stationarity = network_stationarity;
    if ((size.network || size.rates) && tolerance.violation == 0) tolerance.violation = coarse_violation;
    if (solve.regime == RegimeChoice::stochastic) return {in_regime(solve, Regime::stochastic)};
    const bool settles_at_once = size.flops <= quick || !size.network || !size.begins_anew || size.each_row;
    if (solve.regime == RegimeChoice::full || settles_at_once) return {in_regime(solve, Regime::full)};
    Options first = in_regime(solve, Regime::stochastic);
    first.diagnose = false;  // the second stage diagnoses, if there is a reason to
    auto& steps = first.stochastic;
    const auto batches = static_cast<std::int64_t>(std::max<std::size_t>(1, size.batches));
    steps.max_epochs = std::min(steps.max_epochs, (enough_steps + batches - 1) / batches);
    if (steps.rate_schedule == RateSchedule::automatic) {
        steps.rate_schedule = RateSchedule::cosine;
        steps.rate *= faster;
    }
    return {first, in_regime(solve, Regime::full)};
}

}  // namespace alcole::learning
