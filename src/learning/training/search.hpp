#pragma once

#include "learning/config/config.hpp"
#include "learning/training/answer.hpp"
#include "learning/training/problems.hpp"

#include <string>
#include <vector>

/// One search for theta from one start, in one or two stages, with checkpoints.
namespace alcole::learning {

/// Searches in this precision. The parameters are those of find_model(); `first_batches`: start with mini-batches even
/// if the table is small.
template <class T>
Answer search(const SolveConfig& config, Problems& problems, const std::vector<double>& bounds,
              const Checkpointing& checkpointing, const WarmStart* warm, const std::string& stage,
              bool first_batches = false);

/// True if the bounds are met but the search for something better stalled or ran out of iterations. Rates have many
/// local solutions, and this is one of them; with smooth risks it would be a failed search.
bool ends_well(const Answer& answer, const TrainingTask& task);

}  // namespace alcole::learning
