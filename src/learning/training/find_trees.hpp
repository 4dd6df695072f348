#pragma once

#include "learning/config/config.hpp"
#include "learning/training/answer.hpp"
#include "learning/training/problems.hpp"

#include <string>
#include <vector>

namespace alcole::learning {

/// Boosted trees for a task: the same search as for other models, with one round of trees per step. See find_model().
Answer find_trees(const SolveConfig& solve, Problems& problems, const std::vector<double>& bounds,
                  const Checkpointing& checkpointing, const WarmStart* warm, const std::string& stage);

}  // namespace alcole::learning
