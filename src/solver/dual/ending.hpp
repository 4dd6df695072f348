#pragma once

#include <alcole/result.hpp>

#include "solver/dual/constraints.hpp"
#include "solver/dual/residuals.hpp"

#include <optional>

namespace alcole::solver {

/// What the outer loop knows at its end, in addition to the Summary.
struct Findings {
    std::optional<NotFinite> not_finite{};
    Residuals left{};              // at the answer
    bool satisfied = false;        // every constraint is met there
    bool second_order = false;     // the curvature of L was examined, and the answer is not a saddle point
    bool at_cap = false;           // a penalty has reached penalty.cap
    bool better_was_seen = false;  // a feasible point with a lower objective is known
};

Ending ending_of(const Summary& summary, const Constraints& constraints, const Findings& findings);

}  // namespace alcole::solver
