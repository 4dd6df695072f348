#pragma once

#include "model_file/model_file.hpp"
#include "run/outcome/outcome.hpp"
#include "run/training/find_model.hpp"
#include "run/training/task.hpp"

#include <optional>

namespace alcole::run {

struct Trained {
    Outcome outcome{};
    model_file::ModelFile model{};
    Warm warm{};
    Standing standing{};
};

/// Finds a model for a task and judges it on both sides of the split. Nothing when it was interrupted.
std::optional<Trained> train(const Config& config, const Source& source, const Task& task, const Watch& watch,
                             const Warm* warm = nullptr, std::size_t threads = 0);

}  // namespace alcole::run
