#pragma once

#include <alcole/learning/theorem.hpp>

#include "studies/study.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Does the constrained problem become learnable with more rows? The theorem says that the solution of the sample's
/// problem is nearly optimal and nearly feasible in the population, with an error that goes to zero. Here the
/// population is known, so both errors can be measured. See docs/learnability.md.
namespace alcole::studies {

/// Everything that determines the numbers.
struct LearnabilitySettings {
    std::vector<std::int64_t> rows = {250, 500, 1000, 2000, 4000, 8000, 16000, 32000, 64000};
    std::int64_t seeds = 100;
    std::int64_t population = 1000000;
    double bound = 1e-3;
    std::vector<std::size_t> hidden{};
    std::string activation = "tanh";
    double l2 = 1e-3;
    double dual_step = 2000;
    std::int64_t dual_steps = 100;
    double delta = 0.05;
};

void check(const LearnabilitySettings& settings);

/// One training on one sample, judged in the population.
struct LearnabilityRun {
    std::size_t rows = 0;
    std::uint64_t seed = 0;
    double gap = 0;        ///< l_0 in the population minus P*; negative: infeasible, and better than any feasible model
    double violation = 0;  ///< largest max(0, l_i) in the population
    double sample_violation = 0;  ///< the same on the sample
    std::vector<double> lambda{};
    std::size_t dual_steps = 0;
    bool converged = false;
    bool within_bound = false;  ///< |gap| and every l_i are within what the theorem promises for this run
    certify::TheoremQuantities theorem{};
};

/// All runs of one method with one number of rows.
struct LearnabilityPoint {
    std::size_t rows = 0;
    Interval gap{};  ///< mean of |gap| over seeds
    double signed_gap = 0;
    Interval violation{};
    double sample_violation = 0;   ///< mean
    double objective_bound = 0;    ///< the theorem's bound, mean over seeds
    double feasibility_bound = 0;  ///< the largest zeta_i, mean over seeds
    bool objective_vacuous = false;
    bool feasibility_vacuous = false;
    double within_bound = 0;  ///< share of the runs
    std::vector<LearnabilityRun> runs{};
};

/// How an error depends on N: it falls like N^slope. Nothing if it is zero.
struct Decrease {
    std::optional<Interval> whole{};  ///< over all numbers of rows
    std::optional<Interval> late{};   ///< over the larger half of them; near 0 if there is a floor
};

struct LearnabilityCurve {
    std::string name{};  ///< augmented, lagrangian, lagrangian_slow
    double dual_step = 0;
    std::vector<LearnabilityPoint> points{};
    Decrease gap{};
    Decrease violation{};
    double seconds = 0;  ///< mean per run
};

/// The solution of the population's problem.
struct PopulationOptimum {
    double objective = 0;  ///< P*
    double free_objective = 0;
    double violation = 0;
    std::vector<double> lambda{};
    double alpha = 0;  ///< the smallest one that makes L strictly convex around the solution
    std::vector<double> radii{};
    std::size_t starts = 0;
    std::size_t agreeing = 0;  ///< starts that ended at P*, to eight digits
    double dual_gap = 0;       ///< P* - g(lambda, alpha), from many minimisations: a lower estimate
    double dual_agreeing = 0;  ///< share of these that ended at the lowest value
    std::size_t points = 0;    ///< number of distinct points
    std::size_t num_weights = 0;
};

struct Learnability {
    Record record{};
    std::vector<ConstraintInfo> constraints{};
    std::size_t population = 0;
    std::string model{};  ///< in words
    double delta = 0;     ///< for one event; the theorem holds with probability 1 - (m + 1) delta
    PopulationOptimum optimum{};
    std::vector<LearnabilityCurve> curves{};
    std::vector<Claim> claims{};
};

/// Draws the samples, trains every method on each, and judges all in the population. Returns nothing if stopped. The
/// same settings give the same numbers, apart from timings, for any number of jobs.
std::optional<Learnability> run_learnability(const LearnabilitySettings& settings, const Context& context = Context());

std::string to_json(const Learnability& study);

}  // namespace alcole::studies
