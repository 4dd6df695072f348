#pragma once

#include <alcole/learning/examination.hpp>
#include <alcole/learning/outcome.hpp>

#include "base/enum_names.hpp"

namespace alcole::learning {

constexpr auto names_of(Iterate) { return base::words("last", "best", "least_violating", "constant"); }
constexpr auto names_of(Theorem::Silence) {
    return base::words("its bound is worked out for two classes only", "it is about the augmented method",
                       "it is about a solution, and the search did not converge to one",
                       "it is about means over rows, and a constraint here is on every single row",
                       "its bound is worked out for losses, divergences and rates only");
}
constexpr auto names_of(ConstraintStatus) { return base::words("met", "met_in_training", "not_met"); }

}  // namespace alcole::learning
