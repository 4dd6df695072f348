#pragma once

#include <alcole/hooks.hpp>

#include "studies/settings.hpp"
#include "studies/study.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>

namespace alcole::studies {

/// Where a study stands.
struct Progress {
    std::size_t runs_done = 0;
    std::size_t runs = 0;
    double share = 0;    ///< of all epochs
    double seconds = 0;  ///< since the start
};

struct RunOptions {
    std::filesystem::path folder{};  ///< finished trainings are kept here
    std::size_t jobs = 0;            ///< trainings at a time; 0: as many as there are cores
    const StopFlag* stop = nullptr;
    std::function<void(const Progress&)> on_progress{};  ///< called from one thread at a time
};

/// Runs what is missing and puts everything together. Nothing when it was stopped: what was finished is kept.
/// The same settings give the same study, timings apart, for any number of jobs and any number of interruptions.
std::optional<Study> run_study(const Settings& settings, const RunOptions& options);

}  // namespace alcole::studies
