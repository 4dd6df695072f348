#pragma once

#include "studies/settings.hpp"
#include "studies/train_run.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace alcole::studies {

/// The files of a study in progress: one per finished training, written to a temporary file and renamed, so that a
/// second call with the same folder continues where the first one stopped.
class RunFiles {
  public:
    /// Throws std::invalid_argument with a sentence if the folder contains a study with other settings.
    RunFiles(std::filesystem::path folder, const Settings& settings);

    /// `label` names the training: a method, or a method and its dual step.
    std::optional<MethodRuns> load(const std::string& label, std::uint64_t seed) const;
    void save(const std::string& label, std::uint64_t seed, const MethodRuns& trained) const;

  private:
    std::filesystem::path file_of(const std::string& label, std::uint64_t seed) const;
    std::filesystem::path trace_of(const std::string& label, std::uint64_t seed) const;
    std::filesystem::path folder_;
};

}  // namespace alcole::studies
