#pragma once

#include <alcole/any_problem.hpp>
#include <alcole/lagrangian.hpp>

#include "studies/duality.hpp"

#include <functional>
#include <vector>

namespace alcole::studies {

/// Where a Lagrangian was found to be lowest.
struct LowestPoint {
    double value = 0;
    std::vector<double> theta{};
};

/// A problem with one constraint, and what must be known of it to draw its duality.
struct DualityCase {
    DualityProblem about{};  ///< its names, P* where it is known
    AnyProblem<double> problem;
    std::vector<double> start{};
    double first_lambda = 0;
    double ordinary_step = 0.1;
    std::int64_t ordinary_steps = 200;
    double tolerance = 1e-3;       ///< for "feasible and settled"
    double negligible_gap = 1e-5;  ///< less is explained by the grid, or by how tightly minimisations ended
    double noise = 0;              ///< how far a value of p may be off
    double lambda_low = 0;         ///< the best ordinary multiplier lies between these
    double lambda_high = 1;
    int lambda_searches = 80;  ///< dual values spent on finding it
    std::vector<double> u{};   ///< where p is asked for; 0 is among them
    std::function<double(double u)> p{};
    std::function<double(Method method, double lambda, double alpha)> dual{};  ///< g
    /// The minimiser of the ordinary Lagrangian, as ordinary dual ascent is defined with. Where there is none the
    /// library's own solver is taken, which goes downhill from the theta before.
    std::function<std::vector<double>(double lambda)> minimiser{};
};

/// minimise -(x + 1)^2 over [0, 1] subject to x <= 1/2: a gap of 1/4.
DualityCase concave_case();
/// minimise (x^2 - 1)^2 subject to x = 0: a gap of 1.
DualityCase double_well_case();
/// minimise x y over [-1, 1]^2 subject to x + y >= 1/2: no gap, and still no last iterate to rely on.
DualityCase saddle_case();
/// minimise -(x^2 - 1)(2 + x) + 3 (x^2 - 1)^2 subject to x^2 <= 1: no gap, and no dual solution.
DualityCase two_prices_case();
/// A narrow network on synthetic people under one counterfactual constraint. `stopped` is asked now and then; the
/// numbers mean nothing once it has said yes.
DualityCase network_case(const DualitySettings& settings, const std::function<bool()>& stopped);

}  // namespace alcole::studies
