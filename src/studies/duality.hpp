#pragma once

#include <alcole/optimality.hpp>

#include "studies/study.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Problems on which the ordinary dual leaves a gap and the augmented one does not, or only in the limit: four
/// constructed by hand, with known answers, and a narrow network. Each has one constraint, so that the perturbation
/// function p(u) = min l_0 subject to l_1 <= u can be drawn. See docs/duality.md.
namespace alcole::studies {

struct DualitySettings {
    std::int64_t dual_steps = 200;
    std::int64_t rows = 6172;
    std::vector<std::size_t> hidden = {2};
    double bound = 7.5e-3;
    double l2 = 1e-4;
    std::int64_t starts = 12;
    bool no_network = false;
};

void check(const DualitySettings& settings);

/// One dual step of a method.
struct DualityStep {
    double objective = 0;
    double violation = 0;
    double lambda = 0;  ///< at which theta was found
    double dual = 0;    ///< g(lambda, alpha), as far as it was found
};

/// One method on one problem.
struct DualityMethod {
    std::vector<DualityStep> steps{};
    double objective = 0;  ///< of the last iterate
    double distance = 0;   ///< objective of the last iterate - P*
    double violation = 0;
    double dual = 0;  ///< the largest dual value: over its steps; for the ordinary method over all multipliers
    double gap = 0;   ///< P* - dual
    double lambda = 0;
    double alpha = 0;
    bool converged = false;
    alcole::PrimalConvergence convergence{};  ///< feasible and settled at the end?
};

/// The perturbation function and its supports from below, at one u.
struct SupportPoint {
    double u = 0;
    double p = 0;
    double line = 0;      ///< best ordinary dual value - lambda u
    double parabola = 0;  ///< p(0) - lambda u - alpha u^2 with the smallest alpha that stays below p
};

/// The best augmented dual value at a penalty, over all multipliers.
struct PenaltyGap {
    double alpha = 0;
    double lambda = 0;  ///< where it is attained
    double gap = 0;     ///< P* - g(lambda, alpha)
};

struct DualityProblem {
    std::string id{};
    std::string title{};
    std::string statement{};  ///< the formulas, plain text
    std::string remark{};
    bool exact = false;         ///< g is the minimum over a fine grid; otherwise the lowest of many minimisations
    double optimum = 0;         ///< P*; for the network, the lowest value found
    double objective_unit = 1;  ///< unit in which differences of objectives are drawn
    double violation_unit = 1;
    std::vector<SupportPoint> support{};
    double least_alpha = 0;  ///< for stability of degree 2, from the points above
    alcole::Decision stability = alcole::Decision::undetermined;
    bool ordinary_leaves_gap = false;  ///< larger than rounding, the grid and loose tolerances explain
    bool augmented_leaves_gap = false;
    std::vector<PenaltyGap> by_alpha{};  ///< for the exact problems
    /// Some (lambda, alpha) has g = P*. `fails`: none that was tried has, and the smallest alpha grows towards u = 0.
    alcole::Decision attained = alcole::Decision::undetermined;
    DualityMethod ordinary{};
    DualityMethod augmented{};
    /// For the network, `ordinary` minimises from many starts; this one only descends from the previous theta.
    std::optional<DualityMethod> downhill{};
    /// From duality_gap() at the augmented solution: lower estimates, by minimisations from many starts.
    double ordinary_estimate = 0;
    double augmented_estimate = 0;
    std::size_t starts = 0;
    std::size_t agreeing = 0;  ///< starts that reached the lowest value of the ordinary Lagrangian
};

struct Duality {
    Record record{};
    std::vector<DualityProblem> problems{};
    std::size_t attained = 0;          ///< problems whose augmented dual is attained
    std::size_t ordinary_settles = 0;  ///< problems whose last iterate is feasible, settled and at P*
    std::size_t augmented_settles = 0;
};

/// Runs both methods on every problem and computes their duals. Returns nothing if stopped. The same settings give the
/// same numbers, apart from timings, for any number of jobs.
std::optional<Duality> run_duality(const DualitySettings& settings, const Context& context = Context());

std::string to_json(const Duality& study);

}  // namespace alcole::studies
