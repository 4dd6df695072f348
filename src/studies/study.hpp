#pragma once

#include <alcole/interval.hpp>

#include "base/enum_names.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The paper's study as data: everything that study.json holds, that the report draws, and nothing that is computed
/// later. Arrays over constraints follow Study::constraints; values are unscaled.
namespace alcole::studies {

struct ConstraintInfo {
    std::string name{};  ///< "sex flipped", "race := Hispanic", ...
    double bound = 0;
    bool hard = false;  ///< among those most violated without constraints
};

/// What is kept of every dual step (epoch) of a run.
struct Trace {
    std::vector<double> objective{};            ///< per step
    std::vector<std::vector<double>> lambda{};  ///< per step and constraint
    std::vector<std::vector<double>> slack{};   ///< per step and constraint: risk - bound on training data
};

struct Train {
    double objective = 0;
    std::vector<double> risk{};   ///< the mean divergence itself
    std::vector<double> slack{};  ///< risk - bound: positive when violated
};

struct Test {
    double accuracy = 0;
    double objective = 0;
    std::vector<double> risk{};
    std::vector<double> flip{};  ///< share of predictions that change
};

/// Over the last half of training.
struct Oscillation {
    std::vector<double> lambda_sd{};  ///< standard deviation of each multiplier
    double lambda_variation = 0;      ///< sum over steps and constraints of |lambda(t) - lambda(t - 1)|
    std::vector<double> slack_sd{};   ///< standard deviation of each slack
};

/// Of the randomised predictor: drawn anew for every person from the iterates of the last half.
struct Randomised {
    std::size_t iterates = 0;
    std::size_t bytes = 0;                   ///< to store them
    double prediction_cost = 0;              ///< evaluations for an exact expected prediction, beside 1 for one model
    std::vector<double> flip_independent{};  ///< person and twin draw independently; Test::flip is with the same draw
};

struct Run {
    std::uint64_t seed = 0;
    Train train{};
    Test test{};
    std::vector<double> lambda{};
    Oscillation oscillation{};
    double seconds = 0;
    std::optional<Randomised> randomised{};
    /// On the twin data only: flip rates under the true counterfactual, in which the mediators respond.
    std::vector<double> true_flip{};
    Trace trace{};  ///< of the dual methods; written as CSV, not into study.json
};

/// Means over seeds with their intervals.
struct Summary {
    Interval accuracy{};
    Interval objective{};
    Interval worst_slack{};        ///< largest train slack, in units of its bound
    std::vector<Interval> flip{};  ///< per constraint, test
    std::vector<Interval> lambda{};
    Interval lambda_sd{};  ///< of the most restless multiplier
    Interval lambda_variation{};
    Interval slack_sd{};  ///< of the most restless slack, in units of its bound
    double seconds = 0;   ///< mean
};

struct MethodResult {
    std::string name{};  ///< unconstrained, lagrangian, lagrangian_randomised, augmented
    std::vector<Run> runs{};
    Summary summary{};
};

enum class Verdict : std::uint8_t { holds, fails, undecided };
constexpr auto names_of(Verdict) { return base::words("holds", "fails", "undecided"); }
inline std::string_view to_string(Verdict verdict) { return base::enum_name(verdict); }

struct Claim {
    std::string id{};
    std::string text{};  ///< one sentence a non-specialist understands, with its unit
    Interval value{};
    Verdict verdict = Verdict::undecided;
};

/// Both dual methods at one size of the dual step.
struct StepSweepPoint {
    std::string method{};
    double dual_step = 0;
    Interval lambda_sd{};
    Interval worst_slack{};  ///< of the last iterate, in units of its bound
    Interval accuracy{};
    bool best = false;  ///< of its method: least oscillation among the steps that keep the constraints
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

/// A name and a value as text, for people: the settings and the versions.
struct Fact {
    std::string name{};
    std::string value{};
};

struct Study {
    DataInfo data{};
    std::vector<Fact> settings{};
    std::vector<Fact> versions{};
    std::vector<ConstraintInfo> constraints{};
    std::vector<MethodResult> methods{};
    std::vector<Claim> claims{};
    std::vector<StepSweepPoint> step_sweep{};  ///< empty unless asked for
    double seconds = 0;
};

}  // namespace alcole::studies
