#pragma once

#include "words/common.hpp"

/// What came of a run, in sentences. Each is empty where there is nothing to say.
namespace alcole::words {

/// The answer in a few words: "All 5 constraints are met".
Text answer(const run::Outcome& outcome);

/// Feasible or not, and whether held-out rows agree.
Text feasibility(const run::Outcome& outcome);
Text held_out(const run::Outcome& outcome);

/// How well the model predicts, on held-out rows where there are any.
Text quality(const run::Outcome& outcome);

/// Which constraints cost something, and which of them costs most.
Text binding(const run::Outcome& outcome);

/// "a bound a tenth looser would lower the objective by about 3.1e-05 (0.005 %)".
Text price(const run::ConstraintOutcome& constraint, const run::Outcome& outcome);

/// Pairs of constraints that pull in opposite directions, at most so many of them.
Text clashes(const run::Outcome& outcome, std::size_t most);

/// Which constraints cannot be met together, and the smallest bounds that can.
Text conflict(const run::Outcome& outcome);

/// What a user should know: which iterate the model is when it is not the last one, ceilings that held a multiplier
/// back, and what was noticed on the way.
std::vector<Text> notes(const run::Outcome& outcome);

/// The diagnosis, a paragraph each, as text and as a document.
std::vector<std::string> explain(const run::Outcome& outcome);
Document explanation(const run::Outcome& outcome);

}  // namespace alcole::words
