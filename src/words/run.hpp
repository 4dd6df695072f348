#pragma once

#include "run/outcome/outcome.hpp"

#include <string>
#include <vector>

/// What the numbers of a run mean, in plain sentences.
namespace alcole::words {

/// "a bound a tenth looser would lower the objective by about 3.1e-05 (0.005 %)".
std::string price(const run::ConstraintOutcome& constraint, const run::Outcome& outcome);

/// What a user should know: which iterate the model is when it is not the last one, ceilings that held a multiplier
/// back, and what was noticed on the way.
std::vector<std::string> notes(const run::Outcome& outcome);

/// The diagnosis, a paragraph each: feasible or not, which constraints bind, which clash, what relaxing one buys; for
/// an infeasible run the smallest bounds that can be met.
std::vector<std::string> explain(const run::Outcome& outcome);

}  // namespace alcole::words
