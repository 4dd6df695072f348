#pragma once

#include "studies/learnability.hpp"
#include "studies/study.hpp"

#include <optional>
#include <vector>

namespace alcole::studies {

/// The lambda and slack columns of the last half of a trace.
Oscillation oscillation_of(const Trace& trace);

/// The iterates of the last half of a trace, as somebody meets them who may stop at any of them.
LateIterates late_iterates_of(const Trace& trace, const std::vector<ConstraintInfo>& constraints);

/// Means over seeds; nothing unless every run has late iterates.
std::optional<LateSummary> summarise_late(const std::vector<Run>& runs);

/// Marks the constraints that are hard: the half most violated by the unconstrained model. Without its runs none is.
void mark_hard(Study& study);

/// Means over seeds, with their intervals.
Summary summarise(const std::vector<Run>& runs, const std::vector<ConstraintInfo>& constraints);

/// What the paper claims, judged by paired bootstrap intervals over the seeds both methods have. A claim whose methods
/// were not run is left out; with fewer than three seeds every verdict is undecided.
std::vector<Claim> judge_claims(const Study& study);

/// What the theory says of the curves, judged by their intervals over seeds; undecided with fewer than three seeds.
std::vector<Claim> judge_claims(const Learnability& study);

}  // namespace alcole::studies
