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

/// The same run on several splits of the rows: how far can one run be trusted, and which method does best?
///
///     const auto cv = cross_validate(config, source, 5);
///     std::printf("%.3f to %.3f\n", cv->test_accuracy.low, cv->test_accuracy.high);
///
/// Trainings run side by side on the context's threads; results do not depend on how many there are.
namespace alcole::learning {

/// Several runs of the same settings on different rows: the folds of a cross-validation, the seeds of a comparison.
struct Repeated {
    Method method = Method::augmented;
    std::string model{};  ///< where models are compared: which kind this is, as in the run file
    std::vector<Outcome> runs{};
    // Over the runs, 95 % intervals of the mean.
    Interval train_objective{};
    Interval test_objective{};
    Interval test_accuracy{};      ///< of classes; of numbers: r squared
    Interval worst_train_slack{};  ///< the largest slack in units of its bound: <= 0 when all are met
    Interval worst_test_slack{};
    /// How much multipliers oscillate: the largest standard deviation of one over the last half of the trace, relative
    /// to the largest multiplier; 0 without multipliers.
    Interval oscillation{};
    std::vector<Interval> train_risk{};  ///< one per constraint, as are the next three
    std::vector<Interval> test_risk{};
    std::vector<Interval> test_flip{};  ///< 0 where there is none
    std::vector<Interval> multiplier{};
    double seconds = 0;        ///< mean
    std::size_t runs_met = 0;  ///< runs in which every constraint was met in training
};

/// The dual steps that are tried for the ordinary Lagrangian, which converges with a step that suits the problem and
/// with no other.
inline constexpr std::array tried_steps = {1e-1, 1e-2, 1e-3, 1e-4};

/// The methods side by side, or kinds of models, on the same splits and starts.
struct Comparison {
    std::vector<Repeated> methods{};  ///< unconstrained, penalty, lagrangian, augmented; or one per kind of model
    /// The solve.dual.step that was chosen for each run of `lagrangian`; none where the run file has one.
    std::vector<double> ordinary_steps{};
    double seconds = 0;
};

/// k trainings, each of which holds out another k-th of source.table; data.test and data.test_file are ignored. Nothing
/// when a stop was requested. Throws std::invalid_argument with a sentence unless 2 <= k <= rows, and for what cannot
/// be asked of these rows.
[[nodiscard]] ALCOLE_EXPORT std::optional<Repeated> cross_validate(const Config& config, const Source& source,
                                                                   std::size_t k, const Context& context = Context());

/// Unconstrained, penalty, lagrangian and augmented, each with `seeds` seeds from solve.seed on. A seed decides the
/// split and the first weights, so that all methods see the same ones. Otherwise the settings are those of the run,
/// less what a method does not know (an adaptive penalty without a penalty, the printed rule of another method). Where
/// the run file leaves the dual step open, each run of `lagrangian` has the one of `tried_steps` that does best on its
/// training rows: all of them are tried with a quarter of the dual steps, the better half with all of them.
[[nodiscard]] ALCOLE_EXPORT std::optional<Comparison> compare(const Config& config, const Source& source,
                                                              std::size_t seeds, const Context& context = Context());

/// Kinds of models (model.kind) side by side, each with `seeds` seeds from solve.seed on and otherwise the settings of
/// the run. Throws std::invalid_argument with a sentence for an unknown kind, or none.
[[nodiscard]] ALCOLE_EXPORT std::optional<Comparison> compare_models(const Config& config, const Source& source,
                                                                     const std::vector<std::string>& kinds,
                                                                     std::size_t seeds,
                                                                     const Context& context = Context());

/// As JSON text; docs/cli.md describes every member.
[[nodiscard]] ALCOLE_EXPORT std::string to_json(const Repeated& repeated);
[[nodiscard]] ALCOLE_EXPORT std::string to_json(const Comparison& comparison);

}  // namespace alcole::learning
