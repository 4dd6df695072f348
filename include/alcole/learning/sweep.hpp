#pragma once

#include <alcole/context.hpp>
#include <alcole/export.hpp>
#include <alcole/learning/config.hpp>
#include <alcole/learning/outcome.hpp>
#include <alcole/learning/run.hpp>
#include <alcole/optimality.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// What does a tighter bound cost? The trade-off curve of a run, bound by bound:
///
///     p(u) = least training objective under the bound u,      dp / du = -(sum of the multipliers)
///
///     const auto curve = sweep(config, source, {.low = 1e-4, .high = 1e-1});
///     for (const auto& point : curve->points) std::printf("%g: %g\n", point.bound, point.objective);
namespace alcole::learning {

struct SweepOptions {
    double low = 0;            ///< the smallest bound, > 0; must be given
    double high = 0;           ///< the largest one; must be given
    std::size_t count = 10;    ///< of bounds, 2 to 1000, each the same factor from the next
    std::string constraint{};  ///< which one is swept, see sweep(); empty: all of them
    std::size_t folds = 5;     ///< of the training rows, for held-out intervals; 0: none
};

/// One bound of a sweep.
struct SweepPoint {
    double bound = 0;
    Status status = Status::iteration_limit;
    bool met = false;      ///< every constraint, in training
    double objective = 0;  ///< p: the least training objective under this bound
    double slope = 0;  ///< dp / d bound = minus the sum of the swept constraints' multipliers, plus for lower bounds
    double risk = 0;   ///< the largest training risk among the swept constraints; of lower bounds the smallest
    double train_accuracy = 0;
    std::optional<Interval> held_out_objective{};  ///< over the folds
    std::optional<Interval> held_out_accuracy{};
    std::optional<Interval> held_out_risk{};  ///< the largest (smallest) among the swept constraints
};

/// Stability of degree 2 as far as the swept ray shows it:  p(u) >= p(0) - <lambda, u> - alpha |u|^2,  where u_i is how
/// far the bound of each swept constraint is from that of the base point.
struct SweepStability {
    double base = 0;                   ///< the bound that u = 0 stands for
    bool growing = false;              ///< alpha grows towards the base point: lambda is not the slope of p there
    bool own = false;                  ///< it is the run file's; else the nearest to it that was swept
    std::optional<double> asked{};     ///< the run file's bound; none where the swept constraints have several
    std::size_t risks = 0;             ///< swept constraints: |u|^2 is the sum over them
    std::size_t bounds = 0;            ///< that were held against the base point
    double alpha = 0;                  ///< the least that satisfies all of them
    std::optional<double> deciding{};  ///< the bound that asks for it; none when alpha is 0
    double noise = 0;                  ///< how far a value of p may be off, by the tolerances it was found with
    alcole::Decision verdict = alcole::Decision::undetermined;
};

/// The trade-off curve: the perturbation function p and what goes with it.
struct Sweep {
    std::string constraint{};  ///< the one that was swept; empty: all of them
    bool at_least = false;     ///< lower bounds were swept: larger ones are tighter
    std::string data_file{};
    std::string target{};
    tabular::Task task = tabular::Task::binary;
    std::size_t folds = 0;
    std::vector<SweepPoint> points{};           ///< by ascending bound
    double free_objective = 0;                  ///< without the swept constraints
    std::optional<double> costs_below{};        ///< the loosest bound of the sweep that costs: tightening starts to
    std::optional<SweepStability> stability{};  ///< none where no bound can be the base point
    double seconds = 0;
};

/// Trains under one bound after the other, from the loosest to the tightest, each from where the one before ended.
///
/// p is found on the training rows of the run's own split. Held-out intervals come from folds of these same rows: a
/// bound that is chosen by them can then still be judged on the run's held-out rows, which are never used here.
///
/// `options.constraint` is the name of a constraint, or of a risk that one of them becomes (`counterfactual race: ->
/// Other`), or how such a risk's name begins (`counterfactual race`). A constraint is moved with all its risks.
///
/// Nothing when a stop was requested. Throws std::invalid_argument or std::runtime_error with a sentence. Results do
/// not depend on the number of threads.
[[nodiscard]] ALCOLE_EXPORT std::optional<Sweep> sweep(const Config& config, const Source& source,
                                                       const SweepOptions& options, const Context& context = Context());

/// What sweep() refuses before it looks at any row. Throws std::invalid_argument with a sentence.
ALCOLE_EXPORT void check_sweep(const Config& config, const SweepOptions& options);

/// "1e-4:1e-1:10" into low, high and count. Throws std::invalid_argument with a sentence.
ALCOLE_EXPORT void read_bounds(const std::string& text, SweepOptions& options);

/// As JSON text; docs/cli.md describes every member.
[[nodiscard]] ALCOLE_EXPORT std::string to_json(const Sweep& sweep);
/// A line per bound: bound, status, met, objective, slope, risk, train_accuracy, then the held-out values with their
/// intervals.
[[nodiscard]] ALCOLE_EXPORT std::string to_csv(const Sweep& sweep);

}  // namespace alcole::learning
