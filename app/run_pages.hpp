#pragma once

#include <alcole/learning/outcome.hpp>

#include <filesystem>

namespace alcole::app {

/// report.html and model-card.md of a run.
void write_pages(const learning::Outcome& outcome, const std::filesystem::path& folder);

/// 0 when every constraint is met in training (and certified, where that was asked for), 2 when one is not, 3 when they
/// cannot be.
int exit_code(const learning::Outcome& outcome);

}  // namespace alcole::app
