#pragma once

#include <vector>

namespace alcole::certify {

/// The promise of the theorem and its parts. With probability `probability`,
///
///     |P* - l_0(theta)| <= (2 + delta_lambda) zeta_bar + delta_alpha m zeta_bar^2       and    l_i(theta) <= zeta_i
///
/// for the solution theta of the sample's problem, if the theorem's assumptions hold (docs/math.md).
struct TheoremQuantities {
    double zeta_objective = 0;
    std::vector<double> zeta{};  ///< per constraint
    double zeta_bar = 0;         ///< the largest of all
    double delta_lambda = 0;     ///< the largest sum of multipliers among the dual solutions
    double delta_alpha = 0;      ///< the largest alpha among them
    double objective_bound = 0;
    std::vector<double> feasibility{};        ///< bounds on l_i: the zeta_i themselves
    double probability = 0;                   ///< 1 - (m + 1) delta
    bool objective_vacuous = false;           ///< not below the width of the objective's loss, so it says nothing
    std::vector<bool> feasibility_vacuous{};  ///< not below the largest possible l_i, width - bound
};

}  // namespace alcole::certify
