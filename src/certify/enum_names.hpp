#pragma once

#include <alcole/learning/certificate.hpp>

#include "base/enum_names.hpp"

namespace alcole::certify {

constexpr auto names_of(Family) {
    return base::words("automatic", "betting", "hoeffding", "bernstein", "clopper_pearson");
}
constexpr auto names_of(Verdict) { return base::words("certified", "violated", "undecided", "impossible"); }

}  // namespace alcole::certify
