#pragma once

#include <alcole/any_problem.hpp>
#include <alcole/lagrangian.hpp>

#include "studies/duality.hpp"

#include <functional>
#include <vector>

namespace alcole::studies {

/// The lowest point of a Lagrangian that was found.
struct LowestPoint {
    double value = 0;
    std::vector<double> theta{};
};

/// A problem with one constraint, and what must be known about it to draw its duality.
struct DualityCase {
    DualityProblem about{};  ///< its names, and P* if known
    AnyProblem<double> problem;
    std::vector<double> start{};
    double first_lambda = 0;
    double ordinary_step = 0.1;
    std::int64_t ordinary_steps = 200;
    double tolerance = 1e-3;       ///< for "feasible and settled"
    double negligible_gap = 1e-5;  ///< a smaller gap is explained by the grid or by the tolerance of minimisations
    double noise = 0;              ///< uncertainty of a value of p
    double lambda_low = 0;         ///< the best ordinary multiplier lies in [lambda_low, lambda_high]
    double lambda_high = 1;
    int lambda_searches = 80;  ///< number of dual values to spend on finding it
    std::vector<double> u{};   ///< where p is evaluated; includes 0
    std::function<double(double u)> p{};
    std::function<double(Method method, double lambda, double alpha)> dual{};  ///< g
    /// The minimiser of the ordinary Lagrangian, as the definition of ordinary dual ascent requires. If empty, the
    /// library's solver is used, which descends from the previous theta.
    std::function<std::vector<double>(double lambda)> minimiser{};
};

/// minimise -(x + 1)^2 over [0, 1] subject to x <= 1/2: a gap of 1/4.
DualityCase concave_case();
/// minimise (x^2 - 1)^2 subject to x = 0: a gap of 1.
DualityCase double_well_case();
/// minimise x y over [-1, 1]^2 subject to x + y >= 1/2: no gap, but the last iterate is still unreliable.
DualityCase saddle_case();
/// minimise -(x^2 - 1)(2 + x) + 3 (x^2 - 1)^2 subject to x^2 <= 1: no gap, but no dual solution.
DualityCase two_prices_case();
/// A narrow network on synthetic people under one counterfactual constraint. `stopped` is polled now and then; the
/// numbers are meaningless once it has returned true.
DualityCase network_case(const DualitySettings& settings, const std::function<bool()>& stopped);

}  // namespace alcole::studies
