#pragma once

#include <alcole/context.hpp>

#include "studies/settings.hpp"
#include "studies/study.hpp"

#include <filesystem>
#include <optional>

namespace alcole::studies {

/// Runs what is missing and puts everything together. Nothing when it was stopped: what was finished is kept
/// in `folder`.
/// The same settings give the same study, timings apart, for any number of threads and any number of interruptions.
std::optional<Study> run_study(const Settings& settings, const std::filesystem::path& folder,
                               const Context& context = Context());

}  // namespace alcole::studies
