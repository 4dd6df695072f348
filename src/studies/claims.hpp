#pragma once

#include "studies/study.hpp"

#include <vector>

namespace alcole::studies {

/// Marks the constraints that are hard: the half most violated by the unconstrained model. Without its runs none is.
void mark_hard(Study& study);

/// Means over seeds, with their intervals.
Summary summarise(const std::vector<Run>& runs, const std::vector<ConstraintInfo>& constraints);

/// What the paper claims, judged by paired bootstrap intervals over the seeds both methods have. A claim whose methods
/// were not run is left out; with fewer than three seeds every verdict is undecided.
std::vector<Claim> judge_claims(const Study& study);

}  // namespace alcole::studies
