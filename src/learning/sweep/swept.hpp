#pragma once

#include "learning/config/config.hpp"
#include "learning/training/task.hpp"

#include <string>
#include <vector>

/// Which constraints of a run a sweep moves, and the run file with their bounds moved.
namespace alcole::learning {

struct Swept {
    std::vector<bool> stated{};  ///< one per [[constraint]]
    bool at_least = false;       ///< the bounds are lower bounds: the largest is the tightest
    bool of_fractions = false;   ///< the bound is a factor in a risk, so that each bound is a goal of its own
};

/// Throws std::invalid_argument with a sentence if, as far as the run file tells, there is nothing to sweep.
void check_can_be_swept(const Config& config, const std::string& name);

/// Finds constraints by name: that of a [[constraint]], that of a risk which comes from one (`counterfactual race: ->
/// Other`), or the beginning of such a risk's name (`counterfactual race`), which may match several. No name: all of
/// them. A [[constraint]] is moved with all its risks. Throws std::invalid_argument with a sentence if no name matches
/// (it lists the names), if there is nothing to sweep, or if upper and lower bounds are mixed.
Swept find_swept(const Config& config, const TrainingTask& task, const std::string& name);

/// For each risk of the task, whether it comes from a swept [[constraint]].
std::vector<bool> swept_risks(const Config& config, const TrainingTask& task, const Swept& swept);

Config with_bound(Config config, const Swept& swept, double bound);
Config without(const Config& config, const Swept& swept);

}  // namespace alcole::learning
