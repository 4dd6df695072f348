#pragma once

#include <alcole/hooks.hpp>
#include <alcole/interval.hpp>

#include <optional>

namespace alcole::learning {

/// What the number of steps over all rows depends on, apart from how far the search has come.
struct SearchKind {
    bool linear = false;
    bool constrained = false;
    bool rates = false;  ///< some constraint is on rates
};

/// How many more steps over all rows a training takes that started anew, for as long as it also takes to train without
/// the constraints and to judge. After n steps, with a residual of r tolerances under surrogates of width w, typically
///
///     c n^(2/3) r^(1/5) w^(1/4),
///
/// where c is 3 without constraints, 5 with them and 11 if some are on rates, and half as much for a linear model. It
/// grows more slowly than n because few trainings take many times as long as others.
///
/// The formula cannot be more than rough: one minimisation in ten takes most of the steps, and which one is known only
/// when it is over. Of 335 trainings on 34 tables, each judged by what was fitted to the other tables, it was right
/// within a factor of two for 64 % of their time, and the range, from a quarter to five times as many, held for 92 %.
/// docs/large_tables.md has more, and what else was tried.
Interval steps_left(const SearchKind& kind, const Step& step);

/// An estimate of the time left if everything ends at the time limit. Nothing if that comes before the range begins:
/// then the limit is all that matters.
std::optional<Interval> until(double limit, Interval left);

}  // namespace alcole::learning
