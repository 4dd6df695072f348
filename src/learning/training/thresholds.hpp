#pragma once

#include <alcole/context.hpp>
#include <alcole/result.hpp>
#include <alcole/tabular/learning.hpp>

#include <optional>

namespace alcole::learning {

/// What a search under constraints on rates falls back on. Where a small group can meet a tight bound only with a few
/// numbers of positive answers, the search may end where nearly everyone gets the same answer, and better models lie at
/// another threshold.
///
/// Starts from the model that the search found under wide surrogates, with its threshold moved so that 5 %, 10 %, ...,
/// 95 % of the rows are predicted positive, and lets repair() lead each to the bounds, the most promising first.
/// Returns the most accurate model found that meets every bound and is more accurate than `accuracy`, if there is one.
/// Takes about as many evaluations as twice the search, or a second or two. For classes.
template <class T>
std::optional<Kept<T>> at_another_threshold(const Result<T>& result, tabular::LearningProblem<T>& problem,
                                            double accuracy, const Context& context);

}  // namespace alcole::learning
