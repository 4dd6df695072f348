#pragma once

#include "words/common.hpp"

/// What came of a run, in sentences. Each is empty where there is nothing to say.
namespace alcole::words {

/// The answer in a few words: "All 5 constraints are met".
Text answer(const learning::Outcome& outcome);

/// Feasible or not, and whether held-out rows agree.
Text feasibility(const learning::Outcome& outcome);
Text held_out(const learning::Outcome& outcome);

/// How well the model predicts, on held-out rows where there are any.
Text quality(const learning::Outcome& outcome);

/// Which constraints cost something, and which of them costs most.
Text binding(const learning::Outcome& outcome);

/// "a bound a tenth looser would lower the objective by about 3.1e-05 (0.005 %)".
Text price(const learning::ConstraintOutcome& constraint, const learning::Outcome& outcome);

/// Pairs of constraints that pull in opposite directions, at most so many of them.
Text clashes(const learning::Outcome& outcome, std::size_t most);

/// Which constraints cannot be met together, and the smallest bounds that can.
Text conflict(const learning::Outcome& outcome);

/// What a user should know: which iterate the model is when it is not the last one, ceilings that held a multiplier
/// back, and what was noticed on the way.
std::vector<Text> notes(const learning::Outcome& outcome);

/// The diagnosis, a paragraph each, as text and as a document.
std::vector<std::string> explain(const learning::Outcome& outcome);
Document explanation(const learning::Outcome& outcome);

}  // namespace alcole::words
