#pragma once

#include "learning/config/config.hpp"
#include "learning/training/answer.hpp"
#include "learning/training/problems.hpp"

#include <string>
#include <vector>

/// Finds theta for a task: which searches to run, and which of their answers to keep.
namespace alcole::learning {

/// If the summary says Status::interrupted, the state has been saved, `theta` is the model so far (the best feasible
/// one if there is one), and the other members of the answer are meaningless. `bounds`: one per constraint, those of
/// the search. `stage` names the search in progress reports. A network without a warm start is trained from
/// solve.starts initial weights in parallel, each with its own checkpoints; the answer is the one with the lowest
/// objective among those that meet the constraints, the first of equals, so the bits do not depend on the number of
/// threads. Throws std::invalid_argument or std::runtime_error with a sentence.
Answer find_model(const SolveConfig& solve, Problems& problems, const std::vector<double>& bounds,
                  const Checkpointing& checkpointing = {}, const WarmStart* warm = nullptr,
                  const std::string& stage = {});

}  // namespace alcole::learning
