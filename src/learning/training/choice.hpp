#pragma once

#include <alcole/learning/examination.hpp>
#include <alcole/options.hpp>
#include <alcole/result.hpp>
#include <alcole/tabular/learning.hpp>

#include <span>
#include <vector>

/// Which of the models that a search passed is its answer.
namespace alcole::learning {

/// The largest violation beyond what counts as met; not positive when all are met. `risks`: the objective's, and one
/// per bound.
double excess(std::span<const double> risks, std::span<const double> bounds);

/// The bound, or the nearest that a risk like this can have: no rate is below 0 or above 1, and no gap of use below 0.
double possible(const tabular::RiskDefinition& risk, double bound);

/// The bounds of the goal, those that are minimised as theta has them.
template <class T>
std::vector<double> bounds_at(const tabular::LearningProblem<T>& problem, std::span<const T> theta);

template <class T>
struct Choice {
    std::vector<T> theta{};
    Iterate iterate = Iterate::last;
    double objective = 0;  ///< on the training rows
    bool met = false;      ///< every constraint
};

/// The best model that gives everyone the same answer; not `met` where none meets every constraint.
template <class T>
Choice<T> best_constant(tabular::LearningProblem<T>& problem, std::span<const double> bounds);

/// Of the models that meet every constraint: the last iterate, unless one that was passed has a clearly lower
/// objective; a model that says the same of everybody where that is better than either, or the only one. Where none of
/// them does: the least violating one that is known. Methods that do not promise to meet constraints have their last
/// iterate.
template <class T>
Choice<T> choose(const Result<T>& result, tabular::LearningProblem<T>& problem, Method method);

}  // namespace alcole::learning
