#pragma once

#include <alcole/learning/certificate.hpp>

#include "base/enum_names.hpp"

namespace alcole::certify {

constexpr auto names_of(Family) {
    return base::words("automatic", "betting", "hoeffding", "bernstein", "clopper_pearson");
}
constexpr auto names_of(NoBound::Cause) {
    return base::words("unbounded_error", "unbounded_loss", "unbounded_prediction", "unbounded_raise",
                       "unbounded_change", "depends_on_model", "empty_group", "unknown_values", "beyond_range",
                       "not_a_rate", "no_rows_given", "training_rows", "unknown_range");
}
constexpr auto names_of(Verdict) { return base::words("certified", "violated", "undecided", "impossible"); }

}  // namespace alcole::certify
