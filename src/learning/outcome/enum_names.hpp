#pragma once

#include <alcole/learning/examination.hpp>
#include <alcole/learning/outcome.hpp>

#include "base/enum_names.hpp"

namespace alcole::learning {

constexpr auto names_of(Iterate) { return base::words("last", "best", "least_violating", "constant"); }
constexpr auto names_of(ConstraintStatus) { return base::words("met", "met_in_training", "not_met"); }

}  // namespace alcole::learning
