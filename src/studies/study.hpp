#pragma once

#include <alcole/context.hpp>
#include <alcole/interval.hpp>

#include "base/enum_names.hpp"
#include "studies/settings.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The paper's study as data: everything that study.json contains and the report draws; nothing is computed later.
/// Arrays over constraints follow Study::constraints; values are unscaled.
namespace alcole::studies {

struct ConstraintInfo {
    std::string name{};  ///< "sex flipped", "race := Hispanic", ...
    double bound = 0;
    bool hard = false;  ///< among those most violated without constraints
};

/// What is recorded at every dual step (epoch) of a run.
struct Trace {
    std::vector<double> objective{};            ///< per step
    std::vector<std::vector<double>> lambda{};  ///< per step and constraint
    std::vector<std::vector<double>> slack{};   ///< per step and constraint: risk - bound on training data
    std::vector<std::vector<double>> flip{};    ///< the same: share of held-out predictions that change
};

struct Train {
    double objective = 0;
    std::vector<double> risk{};   ///< the mean divergence itself
    std::vector<double> slack{};  ///< risk - bound: positive if violated
};

struct Test {
    double accuracy = 0;
    double objective = 0;
    std::vector<double> risk{};
    std::vector<double> flip{};  ///< share of predictions that change
};

/// Measured over the last half of training.
struct Oscillation {
    std::vector<double> lambda_sd{};  ///< standard deviation of each multiplier
    double lambda_variation = 0;      ///< sum over steps and constraints of |lambda(t) - lambda(t - 1)|
    std::vector<double> slack_sd{};   ///< standard deviation of each slack
};

/// Nobody knows when to stop, so every iterate of the last half of training is a model that one may end up with. Values
/// are sorted over these late iterates: evenly spaced quantiles from 0 to 1, best first.
struct LateIterates {
    static constexpr std::size_t num_quantiles = 21;  ///< 0, 0.05, ..., 1
    double violating = 0;                             ///< share that exceeds a bound by more than `tolerated` of it
    std::vector<double> worst_slack{};                ///< largest train slack, in units of its bound
    std::vector<std::vector<double>> flip{};          ///< per constraint, test
};

/// The violation that training with mini-batches may leave, in units of the bound.
inline constexpr double tolerated = 0.2;

/// The randomised predictor: drawn anew for every person from the iterates of the last half.
struct Randomised {
    std::size_t iterates = 0;
    std::size_t bytes = 0;                   ///< to store them
    double prediction_cost = 0;              ///< evaluations for an exact expected prediction; 1 for a single model
    std::vector<double> flip_independent{};  ///< person and twin draw independently; for Test::flip they share one draw
};

struct Run {
    std::uint64_t seed = 0;
    Train train{};
    Test test{};
    std::vector<double> lambda{};
    Oscillation oscillation{};
    std::optional<LateIterates> late{};  ///< for methods that end with a single model
    double seconds = 0;
    std::optional<Randomised> randomised{};
    /// Only for the twin: flip rates under the true counterfactual, in which the mediators respond.
    std::vector<double> true_flip{};
    Trace trace{};  ///< for the dual methods; written as CSV, not into study.json
};

/// Means over seeds, quantile by quantile, with their intervals.
struct LateMeans {
    Interval violating{};
    std::vector<Interval> worst_slack{};
    std::vector<std::vector<Interval>> flip{};  ///< per constraint
};

/// Means over seeds with their intervals.
struct SeedMeans {
    Interval accuracy{};
    Interval objective{};
    Interval worst_slack{};        ///< largest train slack, in units of its bound
    std::vector<Interval> flip{};  ///< per constraint, test
    std::vector<Interval> lambda{};
    Interval lambda_sd{};  ///< of the multiplier that oscillates most
    Interval lambda_variation{};
    Interval slack_sd{};  ///< of the slack that oscillates most, in units of its bound
    std::optional<LateMeans> late{};
    double seconds = 0;  ///< mean
};

struct MethodResult {
    std::string name{};  ///< unconstrained, lagrangian, lagrangian_randomised, augmented
    std::vector<Run> runs{};
    SeedMeans means{};
};

enum class ClaimStatus : std::uint8_t { holds, fails, undecided };
constexpr auto names_of(ClaimStatus) { return base::words("holds", "fails", "undecided"); }
inline std::string_view to_string(ClaimStatus verdict) { return base::enum_name(verdict); }

struct Claim {
    std::string id{};
    std::string text{};  ///< one sentence that a non-specialist understands, with its unit
    Interval value{};
    ClaimStatus verdict = ClaimStatus::undecided;
};

/// One dual method at one size of the dual step.
struct StepSweepPoint {
    std::string method{};
    double dual_step = 0;
    Interval lambda_sd{};
    Interval worst_slack{};  ///< of the last iterate, in units of its bound
    Interval accuracy{};
    bool best = false;  ///< least oscillation among the steps of its method that meet the constraints
};

struct DataInfo {
    std::string name{};  ///< compas, twin, ...
    bool synthetic = false;
    std::string origin{};  ///< a sentence: where it comes from
    std::size_t rows = 0;
    std::size_t train_rows = 0;
    std::size_t test_rows = 0;
    std::size_t distinct_points = 0;
};

/// A name and a value as text, for human readers: settings and versions.
struct Fact {
    std::string name{};
    std::string value{};
};

/// What every study records about itself.
struct Record {
    std::vector<Fact> settings{};
    std::vector<Fact> versions{};
    double seconds = 0;
};

struct Study {
    DataInfo data{};
    Record record{};
    std::vector<ConstraintInfo> constraints{};
    std::vector<MethodResult> methods{};
    std::vector<Claim> claims{};
    std::vector<StepSweepPoint> step_sweep{};  ///< empty unless requested
};

/// Runs what is missing and assembles the study. Returns nothing if stopped; finished runs are kept in `folder`. The
/// same settings give the same study, apart from timings, for any number of threads and interruptions.
std::optional<Study> run_study(const Settings& settings, const std::filesystem::path& folder,
                               const Context& context = Context());

/// study.json; docs/study.md describes it, and fields.hpp lists its members. The other studies have their own.
std::string to_json(const Study& study);

/// step, objective, then a multiplier, a slack and a flip rate per constraint.
std::string to_csv(const Trace& trace, const std::vector<ConstraintInfo>& constraints);

}  // namespace alcole::studies
