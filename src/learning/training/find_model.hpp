#pragma once

#include "learning/config/config.hpp"
#include "learning/training/answer.hpp"
#include "learning/training/problems.hpp"

#include <string>
#include <vector>

/// Theta for a task, in one or two stages, with checkpoints.
namespace alcole::learning {

/// Status::interrupted in the summary: the state has been saved, `theta` is the model so far, the best feasible one
/// where there is one, and nothing else of the answer counts. `bounds`: those to search under, one per constraint.
/// `stage` names the search in progress reports. A network that begins anew is searched from solve.starts first weights
/// side by side, each with its own checkpoints; of those that meet the constraints the one with the least objective is
/// the answer, the first of equals: the same bits for any number of threads. Throws std::invalid_argument or
/// std::runtime_error with a sentence.
Answer find_model(const SolveConfig& solve, Problems& problems, const std::vector<double>& bounds,
                  const Checkpointing& checkpointing = {}, const Warm* warm = nullptr, const std::string& stage = {});

/// The bounds are met, and the search for something better came to rest elsewhere or nowhere. Rates have many local
/// answers, and this is one; of smooth risks it would be a search that failed.
bool ends_well(const Answer& answer, const Task& task);

}  // namespace alcole::learning
