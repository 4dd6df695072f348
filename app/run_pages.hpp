#pragma once

#include "run/outcome/outcome.hpp"

#include <filesystem>

namespace alcole::app {

/// report.html and model-card.md of a run.
void write_pages(const run::Outcome& outcome, const std::filesystem::path& folder);

}  // namespace alcole::app
