#pragma once

#include <alcole/context.hpp>

#include "studies/people.hpp"
#include "studies/settings.hpp"
#include "studies/study.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace alcole::studies {

/// The result of one training: the run of its method and, for `lagrangian`, that of the randomised predictor made of
/// its iterates.
struct MethodRuns {
    std::map<std::string, Run> runs{};
    std::vector<ConstraintInfo> constraints{};
    DataInfo data{};
};

/// Trains one method on the split of one seed. Returns nothing if stopped. `on_epoch` is called after every epoch.
std::optional<MethodRuns> train_run(const People& people, const Settings& settings, const std::string& method,
                                    std::uint64_t seed, const std::function<void()>& on_epoch, const Context& context);

}  // namespace alcole::studies
