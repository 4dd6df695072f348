#include "run/stages.hpp"

namespace alcole::run {
namespace {

/// About a fifth of a second on two cores.
constexpr double quick = 2e10;

Options in_regime(const SolveConfig& solve, Regime regime) {
    Options options = solve.options;
    options.regime = regime;
    return options;
}

}  // namespace

std::vector<Options> stages_of(const SolveConfig& solve, double flops) {
    if (solve.regime == RegimeChoice::stochastic) return {in_regime(solve, Regime::stochastic)};
    if (solve.regime == RegimeChoice::full || flops <= quick) return {in_regime(solve, Regime::full)};
    Options first = in_regime(solve, Regime::stochastic);
    first.diagnose = false;  // the second stage looks, if there is a reason
    return {first, in_regime(solve, Regime::full)};
}

}  // namespace alcole::run
