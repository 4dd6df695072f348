#pragma once

#include "run/outcome/outcome.hpp"
#include "run/training/find_model.hpp"

#include <string>
#include <vector>

/// What the numbers of a run mean, in plain sentences.
namespace alcole::run {

/// "a bound a tenth looser would lower the objective by about 3.1e-05 (0.005 %)".
std::string price_in_words(const ConstraintOutcome& constraint, double objective);

/// Which iterate the model is when it is not the last one, ceilings that held a multiplier back, ...
std::vector<std::string> notes_on(const Answer& answer, const Outcome& outcome);

/// The diagnosis, a paragraph each: feasible or not, which constraints bind, which clash, what relaxing one buys; for
/// an infeasible run the smallest bounds that can be met.
std::vector<std::string> explain(const Outcome& outcome);

}  // namespace alcole::run
