#pragma once

#include <alcole/learning/examination.hpp>
#include <alcole/learning/outcome.hpp>
#include <alcole/learning/trained_model.hpp>

#include "learning/training/problems.hpp"

#include <cstddef>
#include <limits>
#include <optional>
#include <span>

/// Examines the model of a run on the rows it was trained on, in double precision, whatever it was trained in.
namespace alcole::learning {

inline constexpr double forever = std::numeric_limits<double>::infinity();

/// A model as it is deployed, with what the search knew at its end.
struct Examinee {
    Problems& problems;
    std::span<const double> bounds;  ///< that the search was made for, one per constraint
    std::span<const float> theta;
    std::span<const double> lambda;
    std::span<const TraceRow> trace;
    const Standing& standing;
    double seconds = forever;  ///< that it may take
};

/// What costs about as much as a few steps of the search: first order (m + 1 backward passes), independence of the
/// active constraints, assumptions, primal convergence; for small models the second order too. Nothing when it was
/// stopped, or had no time.
std::optional<Examination> examine_briefly(const Examinee& examinee);

/// Everything: also the second order of large models, and the duality gap from `starts` minimisations of each
/// Lagrangian (0: no gap). Nothing when it was stopped.
std::optional<Examination> examine(const Examinee& examinee, std::size_t starts = 20);
/// The same of a model with its outcome, on the rows of its task.
std::optional<Examination> examine(const Task& task, const TrainedModel& model, const Outcome& outcome,
                                   const Standing& standing, std::size_t starts, const Context& context);

}  // namespace alcole::learning
