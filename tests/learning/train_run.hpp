#pragma once

#include "learning/training/make_task.hpp"
#include "learning/training/train.hpp"

#include <optional>

namespace alcole::learning {

/// A run according to its file.
inline std::optional<Trained> train_run(const Config& config, const Source& source, const TrainOptions& options = {},
                                        const Context& context = Context()) {
    return Trainer(config, source, make_task(config, source, split_of(config, source)), context).train(options);
}

}  // namespace alcole::learning
