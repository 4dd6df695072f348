#pragma once

#include <alcole/context.hpp>
#include <alcole/export.hpp>
#include <alcole/learning/config.hpp>
#include <alcole/learning/outcome.hpp>
#include <alcole/learning/run.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// The same run on several splits of the rows: how reliable is a single run, and which method does best?
///
///     const auto cv = cross_validate(config, source, 5);
///     std::printf("%.3f to %.3f\n", cv->test_accuracy.low, cv->test_accuracy.high);
///
/// Trainings run in parallel on the context's threads; results do not depend on their number.
namespace alcole::learning {

/// Several runs with the same settings on different rows: the folds of a cross-validation or the seeds of a comparison.
struct Repeated {
    Method method = Method::augmented;
    std::string model{};  ///< if models are compared: the kind of this one, as in the run file
    std::vector<Outcome> runs{};
    // Over the runs, 95 % intervals of the mean.
    Interval train_objective{};
    Interval test_objective{};
    Interval test_accuracy{};      ///< for classes; r squared for numbers
    Interval worst_train_slack{};  ///< the largest slack in units of its bound; <= 0 if all are met
    Interval worst_test_slack{};
    /// How much the multipliers oscillate: the largest standard deviation of a multiplier over the last half of the
    /// trace, relative to the largest multiplier; 0 without multipliers.
    Interval oscillation{};
    std::vector<Interval> train_risk{};  ///< one per constraint, as are the next three
    std::vector<Interval> test_risk{};
    std::vector<Interval> test_flip{};  ///< 0 if there is none
    std::vector<Interval> multiplier{};
    double seconds = 0;        ///< mean
    std::size_t runs_met = 0;  ///< runs in which every constraint was met in training
};

/// The dual steps tried for the ordinary Lagrangian, which converges only with a step that suits the problem.
inline constexpr std::array tried_steps = {1e-1, 1e-2, 1e-3, 1e-4};

/// Methods, or kinds of models, compared on the same splits and starts.
struct Comparison {
    std::vector<Repeated> methods{};  ///< unconstrained, penalty, lagrangian, augmented; or one per kind of model
    /// The solve.dual.step chosen for each run of `lagrangian`; empty if the run file sets one.
    std::vector<double> ordinary_steps{};
    double seconds = 0;
};

/// Runs k trainings, each holding out a different k-th of source.table; data.test and data.test_file are ignored.
/// Returns nothing if a stop was requested. Throws std::invalid_argument unless 2 <= k <= rows, and if the config does
/// not fit these rows.
[[nodiscard]] ALCOLE_EXPORT std::optional<Repeated> cross_validate(const Config& config, const Source& source,
                                                                   std::size_t k, const Context& context = Context());

/// Compares unconstrained, penalty, lagrangian and augmented, each with `seeds` seeds starting at solve.seed. A seed
/// determines the split and the initial weights, so all methods see the same ones. Otherwise the settings are those of
/// the run, except for those that a method does not support (an adaptive penalty without a penalty, the printed rule of
/// another method). If the run file leaves the dual step open, each run of `lagrangian` uses the one of `tried_steps`
/// that does best on its training rows: all are tried with a quarter of the dual steps, the better half with all of
/// them.
[[nodiscard]] ALCOLE_EXPORT std::optional<Comparison> compare(const Config& config, const Source& source,
                                                              std::size_t seeds, const Context& context = Context());

/// Compares kinds of models (model.kind), each with `seeds` seeds starting at solve.seed and otherwise the settings of
/// the run. Throws std::invalid_argument if a kind is unknown or none is given.
[[nodiscard]] ALCOLE_EXPORT std::optional<Comparison> compare_models(const Config& config, const Source& source,
                                                                     const std::vector<std::string>& kinds,
                                                                     std::size_t seeds,
                                                                     const Context& context = Context());

/// As JSON text; docs/cli.md describes every member.
[[nodiscard]] ALCOLE_EXPORT std::string to_json(const Repeated& repeated);
[[nodiscard]] ALCOLE_EXPORT std::string to_json(const Comparison& comparison);

}  // namespace alcole::learning
