#pragma once

#include <alcole/learning/outcome.hpp>

#include "learning/config/config.hpp"
#include "learning/training/train.hpp"

#include <filesystem>
#include <string>

/// The folder of a run: run.toml, state, and the results. Only one process works in it at a time.
namespace alcole::learning {

class RunFolder {
  public:
    /// Makes it where it is not there. Throws std::runtime_error with a sentence when that cannot be done, or when
    /// another process is at work in it.
    explicit RunFolder(std::filesystem::path path);
    RunFolder(const RunFolder&) = delete;
    RunFolder& operator=(const RunFolder&) = delete;
    ~RunFolder();

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path state() const { return path_ / "state"; }

    /// Writes run.toml as used. With `resume` what is there must be the same run: throws std::invalid_argument with a
    /// sentence that names the first key that differs. Without it, the state of an earlier run is removed; its results
    /// stay until new ones take their place.
    void begin(const Config& config, bool resume) const;

    /// model.onnx, trace.csv, metrics.json.
    void write_results(const Trained& trained) const;

  private:
    std::filesystem::path path_;
    int lock_ = -1;
};

/// The outcome that a folder holds, trace included. Throws std::runtime_error with a sentence.
Outcome read_outcome(const std::filesystem::path& folder);

}  // namespace alcole::learning
