#pragma once

#include <alcole/learning/examination.hpp>
#include <alcole/learning/outcome.hpp>
#include <alcole/learning/trained_model.hpp>

#include "learning/training/problems.hpp"

#include <cstddef>
#include <limits>
#include <optional>
#include <span>

/// Examines the model of a run on its training rows, always in double precision.
namespace alcole::learning {

inline constexpr double forever = std::numeric_limits<double>::infinity();

/// A deployed model, and what the search knew when it ended.
struct Examinee {
    Problems& problems;
    std::span<const double> bounds;  ///< the bounds of the search, one per constraint
    std::span<const float> theta;
    std::span<const double> lambda;
    std::span<const TraceRow> trace;
    const SearchFacts& search;
    double seconds = forever;  ///< the maximum time for the examination
};

/// Does what costs about as much as a few steps of the search: first order (m + 1 backward passes), independence of the
/// active constraints, assumptions, primal convergence; for small models also the second order. Returns nothing if a
/// stop was requested or `seconds` have passed.
std::optional<Examination> examine_briefly(const Examinee& examinee);

/// Does everything: also the second order of large models, and the duality gap from `starts` minimisations of each
/// Lagrangian (0: no gap). Returns nothing if a stop was requested.
std::optional<Examination> examine(const Examinee& examinee, std::size_t starts = 20);
/// The same for a model and its outcome, on the rows of its task.
std::optional<Examination> examine(const TrainingTask& task, const TrainedModel& model, const Outcome& outcome,
                                   const SearchFacts& search, std::size_t starts, const Context& context);

}  // namespace alcole::learning
