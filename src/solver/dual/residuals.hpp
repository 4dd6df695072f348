#pragma once

#include <alcole/options.hpp>
#include <alcole/state.hpp>

#include "base/unwritten.hpp"
#include "solver/dual/constraints.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace alcole::solver {

/// What is known of theta at a dual step.
struct At {
    explicit At(std::size_t m) : risks(m + 1), smooth(m + 1, base::unwritten<double>), steering(m + 1), ascent(m) {}

    std::vector<double> risks;     // what is shown and decides: strict where the problem has strict risks
    std::vector<double> smooth;    // what theta is moved by
    std::vector<double> steering;  // what moves the multipliers
    std::vector<double> ascent;    // d_i, the gradient of the dual at the (lambda, alpha) theta was found with
    bool exact = true;             // of all data; otherwise only the window's mini-batches are known

    bool finite() const;
};

/// How far theta and lambda are from a KKT point.
struct Residuals {
    bool exact = true;
    double objective = 0;
    double stationarity = 0;        // unscaled, as all that is shown
    double violation = 0;           // unscaled
    double complementarity = 0;     // unscaled
    double relative_violation = 0;  // in units of each constraint
    double smooth_violation = 0;    // the same of the surrogates; equal where there are none
    double slack = 0;               // of the constraints with a multiplier, in units of each
    double gradient_size = 0;       // what stationarity is measured against
    double objective_slope = 0;     // the largest entry of the objective's gradient
    double objective_unit = 1;      // what complementarity is measured against, beside the objective

    /// The largest one in units of its tolerance: converged means at most 1. Where there are surrogates, this is about
    /// the problem they state, each with its own bound.
    double in_tolerances(const Options& options) const;
    /// The largest one but for stationarity.
    double feasibility_in_tolerances(const Options& options) const;
};

/// What the risks alone tell, for multipliers lambda and surrogates whose bounds have moved to `levels`.
Residuals residuals_of(const At& at, const Constraints& constraints, std::span<const double> lambda,
                       std::span<const detail::SurrogateLevel> levels);

}  // namespace alcole::solver
