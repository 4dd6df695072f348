#pragma once

#include <alcole/hooks.hpp>

#include "run/outcome/examination.hpp"
#include "run/outcome/outcome.hpp"
#include "run/training/task.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>

/// Examines the model of a run on the rows it was trained on, in double precision, whatever it was trained in.
namespace alcole::run {

/// A model as it is deployed, with what the search knew at its end.
struct Examinee {
    const Task& task;
    std::span<const float> theta;
    std::span<const double> lambda;
    std::span<const TraceRow> trace;
    const Standing& standing;
};

/// What costs about as much as a few steps of the search: first order (m + 1 backward passes), independence of the
/// active constraints, assumptions, primal convergence; for small models the second order too.
Examination examine_briefly(const Examinee& examinee, std::size_t threads = 0);

/// How far an examination is, for people who wait.
struct ExamineProgress {
    std::string what{};    ///< "curvature", "duality gap"
    std::size_t done = 0;  ///< evaluations of all rows, so far
    double seconds = 0;
    std::optional<double> left{};  ///< seconds, at most, as far as can be guessed
};

struct Thoroughly {
    std::size_t starts = 20;  ///< minimisations of each Lagrangian; 0: no duality gap
    std::size_t threads = 0;  ///< results do not depend on it
    const StopFlag* stop = nullptr;
    std::function<void(const ExamineProgress&)> on_progress{};
};

/// Everything: also the second order of large models, and the duality gap. Nothing when it was stopped.
std::optional<Examination> examine(const Examinee& examinee, const Thoroughly& how);

}  // namespace alcole::run
