#pragma once

#include "studies/learnability.hpp"
#include "studies/study.hpp"

#include <optional>
#include <vector>

namespace alcole::studies {

/// Oscillation of multipliers and slacks over the last half of a trace.
Oscillation oscillation_of(const Trace& trace);

/// The iterates of the last half of a trace, at any of which one might stop.
LateIterates late_iterates_of(const Trace& trace, const std::vector<ConstraintInfo>& constraints);

/// Means over seeds; nothing unless every run has late iterates.
std::optional<LateMeans> summarise_late(const std::vector<Run>& runs);

/// Marks the hard constraints: the half that the unconstrained model violates most. Without runs of that model, none is
/// marked.
void mark_hard(Study& study);

/// Means over seeds, with their intervals.
SeedMeans summarise(const std::vector<Run>& runs, const std::vector<ConstraintInfo>& constraints);

/// Judges the paper's claims by paired bootstrap intervals over the seeds that both methods have. Claims about methods
/// that were not run are left out; with fewer than three seeds every verdict is undecided.
std::vector<Claim> judge_claims(const Study& study);

/// Judges what the theory says about the curves by their intervals over seeds; undecided with fewer than three seeds.
std::vector<Claim> judge_claims(const Learnability& study);

}  // namespace alcole::studies
