#pragma once

#include <alcole/options.hpp>
#include <alcole/state.hpp>

#include "base/unwritten.hpp"
#include "solver/dual/constraints.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace alcole::solver {

/// The evaluation of theta at a dual step.
struct At {
    explicit At(std::size_t m) : risks(m + 1), smooth(m + 1, base::unwritten<double>), steering(m + 1), ascent(m) {}

    std::vector<double> risks;     // reported, and decide feasibility: strict if the problem has strict risks
    std::vector<double> smooth;    // drive theta
    std::vector<double> steering;  // drive the multipliers
    std::vector<double> ascent;    // d_i, the gradient of the dual at the (lambda, alpha) of the last minimisation
    bool exact = true;             // from all data; otherwise only from the window's mini-batches

    bool finite() const;
};

/// How far theta and lambda are from a KKT point.
struct Residuals {
    bool exact = true;
    double objective = 0;
    double merit = 0;             // the objective plus the cost of giving way
    double stationarity = 0;      // unscaled, like all reported values
    double violation = 0;         // unscaled
    double complementarity = 0;   // unscaled
    double smooth_violation = 0;  // of the surrogates, if there are any; in units of each constraint
    double slack = 0;             // largest |slack| of the constraints with a multiplier, in units of each constraint
    double gradient_size = 0;     // stationarity is relative to this
    double objective_slope = 0;   // the largest entry of the objective's gradient
    double objective_unit = 1;    // complementarity is relative to max(objective_unit, |objective|)

    /// The largest residual in units of its tolerance; converged means at most 1. With surrogates, these are the
    /// residuals of the surrogate problem with its shifted bounds.
    double in_tolerances(const Options& options) const;
    /// The same without stationarity.
    double feasibility_in_tolerances(const Options& options) const;
    /// The largest |lambda_i l_i| within its tolerance.
    double allowed_complementarity(const Options& options) const;
};

/// The residuals that follow from the risks alone, without gradients, for multipliers lambda and surrogates with the
/// shifts of `levels`.
Residuals residuals_of(const At& at, const Constraints& constraints, std::span<const double> lambda,
                       std::span<const detail::SurrogateLevel> levels);

}  // namespace alcole::solver
