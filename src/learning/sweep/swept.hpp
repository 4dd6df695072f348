#pragma once

#include "learning/config/config.hpp"
#include "learning/training/task.hpp"

#include <string>
#include <vector>

/// Which constraints of a run a sweep moves, and the run file with them moved.
namespace alcole::learning {

struct Swept {
    std::vector<bool> stated{};  ///< one per [[constraint]]
    bool at_least = false;       ///< their bounds are lower ones: the largest is the tightest
};

/// Throws std::invalid_argument with a sentence when there is nothing to sweep, as far as the run file tells.
void check_can_be_swept(const Config& config, const std::string& name);

/// By name: that of a [[constraint]], or of a risk that one of them becomes (`counterfactual race: -> Other`), or how
/// such a risk's name begins (`counterfactual race`), which may be said of several. No name: all of them. A
/// [[constraint]] is moved with all its risks. Throws std::invalid_argument with a sentence that lists the names, or
/// when there is nothing to sweep, or when some bounds are upper and some lower ones.
Swept find_swept(const Config& config, const Task& task, const std::string& name);

/// One per risk of the task: whether it came from a swept [[constraint]].
std::vector<bool> swept_risks(const Config& config, const Task& task, const Swept& swept);

Config with_bound(Config config, const Swept& swept, double bound);
Config without(const Config& config, const Swept& swept);

}  // namespace alcole::learning
