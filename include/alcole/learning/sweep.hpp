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

/// The cost of tighter bounds: the trade-off curve of a run, bound by bound:
///
///     p(u) = smallest training objective under the bound u,      dp / du = -(sum of the multipliers)
///
///     const auto curve = sweep(config, source, {.low = 1e-4, .high = 1e-1});
///     for (const auto& point : curve->points) std::printf("%g: %g\n", point.bound, point.objective);
namespace alcole::learning {

/// Which bounds to sweep.
struct SweepOptions {
    double low = 0;            ///< the smallest bound, > 0; required
    double high = 0;           ///< the largest bound; required
    std::size_t count = 10;    ///< number of bounds, 2 to 1000, in geometric progression
    std::string constraint{};  ///< the constraint to sweep, see sweep(); empty: all of them
    std::size_t folds = 5;     ///< folds of the training rows, for held-out intervals; 0: none
};

/// One bound of a sweep.
struct SweepPoint {
    double bound = 0;
    Status status = Status::iteration_limit;
    bool met = false;      ///< every constraint is met in training
    double objective = 0;  ///< p: the smallest training objective under this bound
    double slope = 0;      ///< dp / d bound: minus the sum of the swept constraints' multipliers; plus for lower bounds
    double risk = 0;       ///< the largest training risk among the swept constraints; the smallest for lower bounds
    double train_accuracy = 0;
    std::optional<Interval> held_out_objective{};  ///< over the folds
    std::optional<Interval> held_out_accuracy{};
    std::optional<Interval> held_out_risk{};  ///< the largest (smallest) among the swept constraints
};

/// Stability of degree 2, as far as the swept ray shows: p(u) >= p(0) - <lambda, u> - alpha |u|^2, where u_i is the
/// distance of the bound of each swept constraint from that of the base point.
struct SweepStability {
    double base = 0;                   ///< the bound at u = 0
    bool growing = false;              ///< alpha grows towards the base point: lambda is not the slope of p there
    bool own = false;                  ///< true: the base is the run file's bound; false: the nearest swept bound
    std::optional<double> asked{};     ///< the run file's bound; none if the swept constraints have several
    std::size_t risks = 0;             ///< number of swept constraints; |u|^2 sums over them
    std::size_t bounds = 0;            ///< number of bounds compared with the base point
    double alpha = 0;                  ///< the smallest alpha that satisfies all inequalities
    std::optional<double> deciding{};  ///< the bound that requires it; none if alpha is 0
    double noise = 0;                  ///< error of a value of p, given the tolerances it was found with
    alcole::Decision verdict = alcole::Decision::undetermined;
};

/// The trade-off curve: the perturbation function p and related values.
struct Sweep {
    std::string constraint{};  ///< the swept constraint; empty: all of them
    bool at_least = false;     ///< lower bounds were swept; larger ones are tighter
    std::string data_file{};
    std::string target{};
    tabular::Task task = tabular::Task::binary;
    std::size_t folds = 0;
    std::vector<SweepPoint> points{};           ///< by ascending bound
    double free_objective = 0;                  ///< without the swept constraints
    std::optional<double> costs_below{};        ///< the loosest bound of the sweep that has a cost
    std::optional<SweepStability> stability{};  ///< none if no bound can be the base point
    double seconds = 0;
};

/// Trains under one bound after the other, from the loosest to the tightest, each starting where the previous one
/// ended.
///
/// p is computed on the training rows of the run's own split. Held-out intervals come from folds of these same rows, so
/// a bound chosen by them can still be judged on the run's held-out rows, which are never used here.
///
/// `options.constraint` is the name of a constraint, the name of a risk derived from one (`counterfactual race: ->
/// Other`), or a prefix of such a name (`counterfactual race`). A constraint is moved with all its risks.
///
/// Returns nothing if a stop was requested. Throws std::invalid_argument or std::runtime_error on failure. Results do
/// not depend on the number of threads.
[[nodiscard]] ALCOLE_EXPORT std::optional<Sweep> sweep(const Config& config, const Source& source,
                                                       const SweepOptions& options, const Context& context = Context());

/// Makes the checks of sweep() that need no rows. Throws std::invalid_argument if one fails.
ALCOLE_EXPORT void check_sweep(const Config& config, const SweepOptions& options);

/// Parses "1e-4:1e-1:10" into low, high and count. Throws std::invalid_argument if the text has another form.
ALCOLE_EXPORT void read_bounds(const std::string& text, SweepOptions& options);

/// The sweep as JSON text; docs/cli.md describes every member.
[[nodiscard]] ALCOLE_EXPORT std::string to_json(const Sweep& sweep);
/// The sweep as CSV, one line per bound: bound, status, met, objective, slope, risk, train_accuracy, then the held-out
/// values with their intervals.
[[nodiscard]] ALCOLE_EXPORT std::string to_csv(const Sweep& sweep);

}  // namespace alcole::learning
