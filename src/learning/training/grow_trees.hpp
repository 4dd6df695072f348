#pragma once

#include <alcole/result.hpp>
#include <alcole/state.hpp>

#include "learning/config/config.hpp"
#include "learning/training/answer.hpp"
#include "learning/training/problems.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace alcole::learning {

/// What one search for trees begins with.
struct GrowthPlan {
    std::vector<double> lambda{};  ///< multipliers to begin with; empty: zeros
    /// For the constraints above all: this many times what the objective is worth, for each from the first round on.
    /// 0: the multipliers above, after some rounds that know nothing of the constraints.
    double favour = 0;
    double began = 0;     ///< seconds that earlier searches took
    std::string stage{};  ///< as progress tells it
};

/// What it came to.
struct Grown {
    State<float> state{};
    Summary summary{};
    std::vector<double> scales{};  ///< what a violation of each constraint is measured in
    std::int64_t rounds = 0;
    std::size_t points = 0;     ///< distinct ones
    bool by_held_rows = false;  ///< rows were split off that say when to stop
};

/// Boosts trees under these bounds until they are grown, out of time or interrupted. `checkpointing`: of this search;
/// an interrupted one has been saved there.
Grown grow_trees(const SolveConfig& solve, Problems& problems, const std::vector<double>& bounds,
                 const Checkpointing& checkpointing, const GrowthPlan& plan);

}  // namespace alcole::learning
