#pragma once

#include "studies/learnability.hpp"

#include <vector>

namespace alcole::studies {

/// What the theory says of the curves, judged by their intervals over seeds; undecided with fewer than three seeds.
std::vector<Claim> judge_learnability(const Learnability& study);

}  // namespace alcole::studies
