#pragma once

#include <alcole/learning/outcome.hpp>
#include <alcole/learning/trained_model.hpp>

#include "learning/config/config.hpp"
#include "learning/training/task.hpp"

#include <filesystem>
#include <optional>
#include <vector>

namespace alcole::learning {

/// A finished run, with its rows read again and split as before.
struct Reopened {
    TrainingTask task;
    TrainedModel model;
    SearchFacts search;  ///< how the search ended; for a run of an older alcole, as far as its settings tell
};

/// The differences between the run file stored in metrics.json and the folder's run.toml.
std::vector<KeyDifference> changes_since(const std::filesystem::path& folder, const Config& there,
                                         const Outcome& outcome);

/// `outcome`: that of the folder. Throws std::runtime_error or std::invalid_argument with a sentence if the rows have
/// changed since the run, or if the files in the folder do not belong together because a later training was started in
/// it and not finished. Returns nothing if a stop was requested.
std::optional<Reopened> reopen(const std::filesystem::path& folder, const Outcome& outcome, const Context& context);

}  // namespace alcole::learning
