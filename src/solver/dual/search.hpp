#pragma once

#include <alcole/primal.hpp>

#include "solver/dual/constraints.hpp"
#include "solver/dual/steps.hpp"

#include <cstddef>
#include <vector>

namespace alcole::solver {

/// The minimum width of surrogates: below it, too few rows would contribute to the gradient.
inline constexpr double narrowest = 1.0 / 64;

/// What the parts of the outer loop share: the holder of theta, the state, and the rules by which lambda and alpha
/// move.
struct Search {
    Primal& primal;
    DualState& state;
    const Options& options;  // as used
    Constraints& constraints;
    DualSteps& steps;

    detail::DualMemory& memory() const { return state.memory; }
    std::size_t m() const { return constraints.size(); }
    bool full() const { return options.regime == Regime::full; }
    bool mini_batches() const { return options.regime == Regime::stochastic; }
    bool constrained() const { return options.method != Method::unconstrained; }
    bool penalised() const { return options.method == Method::augmented || options.method == Method::penalty; }
    bool can_narrow() const { return primal.has_width() && full() && state.memory.width > narrowest; }
    /// Whether minima of L are expensive: narrow surrogates make L rough, and without Newton steps its minimisation
    /// takes thousands of steps.
    bool minimising_is_expensive() const { return primal.has_width() && full() && !primal.refines(); }

    /// The weights (1, lambda) of the risks in l_0 + sum_i lambda_i l_i.
    std::vector<double> weights() const {
        std::vector<double> all = {1};
        all.insert(all.end(), state.lambda.begin(), state.lambda.end());
        return all;
    }
};

}  // namespace alcole::solver
