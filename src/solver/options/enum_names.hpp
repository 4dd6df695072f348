#pragma once

#include <alcole/options.hpp>
#include <alcole/result.hpp>

#include "base/enum_names.hpp"

#include <array>
#include <string_view>

namespace alcole {

constexpr auto names_of(Status) {
    return base::words("converged", "infeasible", "stalled", "unbounded", "iteration_limit", "time_limit", "not_finite",
                       "interrupted", "settled");
}
constexpr auto names_of(Ending::Reason) {
    return base::words("none", "at_cap", "no_multiplier", "misses_best", "not_diagnosed", "feasible_nearby",
                       "diagnosis_stopped", "conflict");
}
constexpr auto names_of(NotFinite::What) { return base::words("unknown", "risk", "gradient"); }
constexpr auto names_of(NotFinite::Number) { return base::words("nan", "infinity", "minus_infinity"); }
constexpr auto names_of(Method) { return base::words("augmented", "lagrangian", "penalty", "unconstrained"); }
constexpr auto names_of(Regime) { return base::words("full", "stochastic"); }
constexpr auto names_of(DualRule) { return base::words("automatic", "multipliers", "gradient", "printed"); }
constexpr auto names_of(PenaltySchedule) { return base::words("automatic", "adaptive", "periodic", "constant"); }
constexpr auto names_of(Scaling) { return base::words("automatic", "gradient", "natural", "none"); }
constexpr auto names_of(Minimiser) { return base::words("automatic", "lbfgs", "newton", "newton_cg"); }
constexpr auto names_of(Optimiser) { return base::words("sgd", "adam", "adamw"); }
constexpr auto names_of(Estimate) { return base::words("automatic", "batch", "running", "full"); }
constexpr auto names_of(DualEstimate) { return base::words("window", "full"); }
constexpr auto names_of(RateSchedule) { return base::words("automatic", "constant", "cosine"); }

}  // namespace alcole
