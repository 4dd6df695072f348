#pragma once

#include <alcole/context.hpp>
#include <alcole/learning/examination.hpp>
#include <alcole/result.hpp>
#include <alcole/tabular/learning.hpp>

#include <span>
#include <vector>

/// Which of the iterates of a search becomes its answer.
namespace alcole::learning {

/// max_i (l_i - allowance(bound_i)) over the slacks l_i; not positive if every constraint counts as met. A rate with a
/// bound of 0 has no allowance but rounding: a search can meet it exactly. Constraints that may give way have no say.
/// `risks`: the objective, then one slack per constraint of the goal, with these bounds.
double slack_beyond_allowance(const tabular::Goal& goal, std::span<const double> risks, std::span<const double> bounds);

/// The bound, moved to the nearest value that such a risk can take: rates lie in [0, 1], and a bound on a gap is at
/// least 0.
double possible(const tabular::RiskDefinition& risk, double bound);

/// The bounds of the goal; a bound that is minimised is taken from theta.
template <class T>
std::vector<double> bounds_at(const tabular::LearningProblem<T>& problem, std::span<const T> theta);

template <class T>
struct Choice {
    std::vector<T> theta{};
    Iterate iterate = Iterate::last;
    double objective = 0;  ///< on the training rows
    double merit = 0;      ///< the objective plus the cost of giving way: the smallest is best
    bool met = false;      ///< every constraint that must be met is met
};

/// The best constant model that meets every constraint that must be met; if there is none, `met` is false.
template <class T>
Choice<T> best_constant(tabular::LearningProblem<T>& problem, std::span<const double> bounds);

/// Picks among the models that meet every constraint that must be met: the last iterate, unless an earlier one has a
/// clearly lower merit, or a constant model if that is better than either or the only one. If none meets every
/// constraint, picks the least violating model that is known. Methods that do not promise to meet constraints return
/// their last iterate.
template <class T>
Choice<T> choose(const Result<T>& result, tabular::LearningProblem<T>& problem, Method method, const Context& context);

}  // namespace alcole::learning
