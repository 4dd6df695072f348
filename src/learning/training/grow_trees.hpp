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

/// The start of one search for trees.
struct GrowthPlan {
    std::vector<double> lambda{};  ///< initial multipliers; empty: zeros
    /// Priority of the constraints: from the first round on, each one weighs this many times as much as the objective.
    /// 0: start with `lambda`, after some unconstrained rounds.
    double favour = 0;
    std::string stage{};  ///< its name in progress reports
};

/// The result of one search for trees.
struct Grown {
    State<float> state{};
    Summary summary{};
    std::vector<double> scales{};  ///< units in which violations are measured, one per constraint
    std::int64_t rounds = 0;
    std::size_t points = 0;     ///< number of distinct points
    bool by_held_rows = false;  ///< rows were held out for early stopping
};

/// Boosts trees under these bounds until growth ends, time runs out or a stop is requested. An interrupted search has
/// been saved as `checkpointing` says.
Grown grow_trees(const SolveConfig& solve, Problems& problems, const std::vector<double>& bounds,
                 const Checkpointing& checkpointing, const GrowthPlan& plan);

}  // namespace alcole::learning
