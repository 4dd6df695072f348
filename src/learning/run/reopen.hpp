#pragma once

#include <alcole/learning/outcome.hpp>
#include <alcole/learning/trained_model.hpp>

#include "learning/config/config.hpp"
#include "learning/training/task.hpp"

#include <filesystem>
#include <vector>

namespace alcole::learning {

/// A finished run with its rows read again, split as they were.
struct Reopened {
    Task task;
    TrainedModel model;
    Standing standing;  ///< how its search ended; for a run of an older alcole what its settings tell
};

/// What metrics.json was made with, against what the folder's run.toml says now.
std::vector<KeyDifference> changes_since(const std::filesystem::path& folder, const Config& there,
                                         const Outcome& outcome);

/// `outcome`: that of the folder. Throws std::runtime_error or std::invalid_argument with a sentence when the rows are
/// not those of the run any more, or when the files of the folder do not belong together: a later training was begun in
/// it and not finished.
Reopened reopen(const std::filesystem::path& folder, const Outcome& outcome, Ranks* ranks = nullptr);

}  // namespace alcole::learning
