#pragma once

#include <alcole/result.hpp>
#include <alcole/tabular/goal.hpp>

#include <cstddef>
#include <span>
#include <vector>

/// The solver knows one constraint for each place of a problem; people know those of the goal, of which one on single
/// rows stands for as many as it has rows. It is as far from its bound as its worst row, and a looser bound for all
/// rows saves what their multipliers come to together.
namespace alcole::learning {

using Places = std::span<const tabular::RiskPlace>;

/// Where every constraint has one place.
std::vector<tabular::RiskPlace> one_each(std::size_t constraints);
/// The largest value of each constraint.
std::vector<double> worst_of(Places places, std::span<const double> values);
/// The sum of the values of each constraint.
std::vector<double> sum_of(Places places, std::span<const double> values);
/// The objective, and the largest value of each constraint.
std::vector<double> worst_risks(Places places, std::span<const double> risks);
/// The constraints that have one of these places, each once.
std::vector<std::size_t> constraints_at(Places places, std::span<const std::size_t> which);
/// One entry per constraint of the goal, in place of one per place.
void gather(Places places, Summary& summary);

}  // namespace alcole::learning
