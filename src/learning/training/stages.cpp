#include "learning/training/stages.hpp"

namespace alcole::learning {
namespace {

/// About a fifth of a second on two cores.
constexpr double quick = 2e10;

/// What networks in single precision reach without grinding at noise: beyond it neither the objective nor the
/// constraints, which must hold to 1 % of their bound, gain anything that can be seen.
constexpr double network_stationarity = 2e-3;
constexpr double network_violation = 1e-3;

Options in_regime(const SolveConfig& solve, Regime regime) {
    Options options = solve.options;
    options.regime = regime;
    return options;
}

}  // namespace

std::vector<Options> stages_of(SolveConfig solve, double flops, bool network) {
    if (network) {
        auto& tolerance = solve.options.tolerance;
        if (tolerance.stationarity == 0) tolerance.stationarity = network_stationarity;
        if (tolerance.violation == 0) tolerance.violation = network_violation;
    }
    if (solve.regime == RegimeChoice::stochastic) return {in_regime(solve, Regime::stochastic)};
    if (solve.regime == RegimeChoice::full || flops <= quick) return {in_regime(solve, Regime::full)};
    Options first = in_regime(solve, Regime::stochastic);
    first.diagnose = false;  // the second stage looks, if there is a reason
    return {first, in_regime(solve, Regime::full)};
}

}  // namespace alcole::learning
