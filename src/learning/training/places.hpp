#pragma once

#include <alcole/result.hpp>
#include <alcole/tabular/goal.hpp>

#include <cstddef>
#include <span>
#include <vector>

/// The solver has one constraint per place; a constraint of the goal on single rows has as many places as rows. Its
/// slack is that of its worst row, and its price is the sum of its rows' multipliers, because loosening the bound
/// loosens it for every row.
namespace alcole::learning {

using Places = std::span<const tabular::RiskPlace>;

/// Places if every constraint has exactly one.
std::vector<tabular::RiskPlace> one_each(std::size_t constraints);
/// The largest value of each constraint.
std::vector<double> worst_of(Places places, std::span<const double> values);
/// The sum of the values of each constraint.
std::vector<double> sum_of(Places places, std::span<const double> values);
/// The objective, and then the largest value of each constraint.
std::vector<double> worst_risks(Places places, std::span<const double> risks);
/// The constraints that own any of these places, each listed once.
std::vector<std::size_t> constraints_at(Places places, std::span<const std::size_t> which);
/// Replaces entries per place by entries per constraint of the goal.
void gather(Places places, Summary& summary);

}  // namespace alcole::learning
