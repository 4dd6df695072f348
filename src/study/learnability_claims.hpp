#pragma once

#include "study/learnability.hpp"

#include <vector>

namespace alcole::study {

/// What the theory says of the curves, judged by their intervals over seeds; undecided with fewer than three seeds.
std::vector<Claim> judge_learnability(const Learnability& study);

}  // namespace alcole::study
