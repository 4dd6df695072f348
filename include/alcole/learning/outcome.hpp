#pragma once

#include <alcole/export.hpp>
#include <alcole/lagrangian.hpp>
#include <alcole/learning/certificate.hpp>
#include <alcole/learning/examination.hpp>
#include <alcole/learning/theorem.hpp>
#include <alcole/learning/trained_model.hpp>
#include <alcole/options.hpp>
#include <alcole/ranks.hpp>
#include <alcole/result.hpp>
#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/importance.hpp>
#include <alcole/tabular/metrics.hpp>
#include <alcole/tabular/model.hpp>
#include <alcole/tabular/schema.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The outcome of a run, as data: everything in metrics.json and trace.csv. It contains only facts; src/words turns
/// them into the sentences of the report, the model card and the terminal. All values are unscaled.
namespace alcole::learning {

/// A constraint is judged on the training rows; held-out rows show how far that can be trusted.
enum class ConstraintStatus : std::uint8_t {
    met,              ///< within 1 % of its bound on training rows, and held-out rows (if any) agree
    met_in_training,  ///< on training rows, but the held-out risk is above the bound
    not_met,          ///< more than 1 % over its bound on training rows
};
[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(ConstraintStatus status);

/// How far a constraint may exceed its bound and still count as met: 1 % of the bound, where 0 counts as 0.01
/// (tabular::size_of_bound).
[[nodiscard]] ALCOLE_EXPORT double allowance(double bound);
/// The verdict for given slacks on training rows and, if there are any, on held-out rows.
[[nodiscard]] ALCOLE_EXPORT ConstraintStatus verdict_on(double slack, std::optional<double> held_out, double bound);
/// Whether a multiplier is not negligible: compares the value of the whole bound at this price, or of a hundredth if
/// the bound is 0, with the objective.
[[nodiscard]] ALCOLE_EXPORT bool binds(double multiplier, double bound, double objective);

/// The cost of a constraint on a single row.
struct RowPrice {
    std::size_t constraint = 0;  ///< position in Outcome::constraints
    std::size_t row = 0;         ///< in its file, or in the table in memory, counted from 1
    double risk = 0;             ///< its loss
    double multiplier = 0;       ///< its price: the gain of relaxing this row alone by one unit
};

/// Summary of a constraint on every row.
struct EachRow {
    std::size_t rows = 0;
    std::size_t priced = 0;                  ///< rows with a price
    std::vector<RowPrice> most_expensive{};  ///< at most ten, the most expensive first
};

/// The outcome of one constraint.
struct ConstraintOutcome {
    std::string name{};
    tabular::ConstraintKind kind = tabular::ConstraintKind::counterfactual;
    double bound = 0;
    bool at_least = false;                   ///< the bound is a lower one
    std::optional<double> stated{};          ///< the bound as stated, for ratios and fractions, whose terms contain it
    std::optional<double> fraction_bound{};  ///< of Judged::fraction
    std::optional<double> fraction_multiplier{};     ///< the price of fraction_bound: multiplier times the denominator
    std::optional<tabular::OtherSide> other_side{};  ///< the constraint that states one thing together with this one
    double price = 0;                                ///< the maximum price, if it may give way; 0: it must be met
    std::optional<double> asked{};                   ///< the bound asked for, if it gave way
    bool equality = false;                           ///< the risk must equal its bound; for modules only (module.hpp)
    double multiplier = 0;                           ///< its price: -d objective / d bound (for an upper bound)
    bool binding = false;                            ///< the multiplier is not negligible
    std::optional<EachRow> each_row{};  ///< for a constraint on every row; its multiplier is that of all rows together
    std::optional<double> tightened{};  ///< the bound used by the search, if it was to pass a certificate
    std::optional<double> unconstrained{};  ///< its risk on training rows for the model in Outcome::unconstrained
    std::optional<double> unconstrained_fraction{};  ///< the same for Judged::fraction
    Judged train{};
    std::optional<Judged> test{};
    ConstraintStatus verdict = ConstraintStatus::not_met;
};

/// A risk that is a fraction multiplied out, as the fraction itself under its own bound. A fraction 0 / 0 is not a
/// number and has no slack.
[[nodiscard]] ALCOLE_EXPORT Judged as_fraction(Judged judged, double bound, bool at_least);
/// The constraint as it was stated: if it bounds a fraction or a ratio, its bound, multiplier and risks are those of
/// the fraction itself. Any other constraint is returned as it is.
[[nodiscard]] ALCOLE_EXPORT ConstraintOutcome as_stated(ConstraintOutcome constraint);

/// Two constraints that pull the model in opposite directions at the solution.
struct Clash {
    std::size_t first = 0;  ///< positions in Outcome::constraints
    std::size_t second = 0;
    double cosine = 0;  ///< of the angle between their gradients: -1 is head-on
};

/// Results on one side of the split.
struct Side {
    double objective = 0;  ///< what was minimised: the mean loss, plus the l2 term if there is one
    tabular::Metrics metrics{};
    std::optional<tabular::Metrics> baseline{};  ///< of the best constant prediction
    std::vector<tabular::GroupRates> groups{};   ///< of every protected column, then of all of them crossed
    std::vector<tabular::RateGap> gaps{};        ///< between groups of the same columns

    /// Accuracy, or R squared for numbers.
    [[nodiscard]] double quality() const {
        return metrics.accuracy ? *metrics.accuracy : metrics.r_squared.value_or(0);
    }
};

/// The same kind of model, trained on the same rows with the same settings but without the constraints. What the two
/// models differ by is what the constraints cost.
struct Unconstrained {
    Status status = Status::iteration_limit;
    Side train{};  ///< without baseline and groups
    std::optional<Side> test{};
};

/// Why the constraints cannot be met together, if they cannot.
struct Conflict {
    std::vector<std::size_t> constraints{};  ///< positions in Outcome::constraints
    bool minimal = false;                    ///< dropping any one of them makes the rest feasible
    bool shown = false;  ///< the model of this outcome meets `relaxed_bounds`; otherwise they are a guess
    std::vector<double> relaxed_bounds{};  ///< one per constraint: the given bounds, all relaxed alike
};

/// The residuals of the KKT conditions, as in Summary.
struct Residuals {
    double stationarity = 0;
    double violation = 0;
    double complementarity = 0;
};

/// What the paper's theorem promises about the solution of a sample in the population.
struct Theorem {
    /// Why the theorem does not apply.
    enum class Silence : std::uint8_t {
        not_two_classes,  ///< its bound is available for two classes only
        method,           ///< it applies to the augmented method only
        not_converged,    ///< it applies to a solution only
        each_row,         ///< it applies to means over rows only
        other_measures,   ///< its bound is available for losses, divergences and rates only
    };
    double delta = 0;          ///< of each of the m + 1 events that may fail
    double largest_input = 0;  ///< largest norm of a training row, assumed to be the largest of all rows
    certify::TheoremQuantities promises{};
    std::optional<Silence> silent{};  ///< set: the theorem promises nothing
};

[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(Theorem::Silence silence);

/// One dual step of the trace.
struct TraceRow {
    std::int64_t iteration = 0;
    Regime regime = Regime::full;
    std::int64_t steps = 0;
    double seconds = 0;
    double objective = 0;
    std::vector<double> slack{};       ///< per constraint
    std::vector<double> multiplier{};  ///< per constraint
    double stationarity = 0;           ///< 0 if it was not computed
};

/// How one rank spent its time, see ranks.hpp.
struct RankTimes {
    PhaseTimes phases{};
    /// Seconds spent on evaluations, without messages.
    [[nodiscard]] ALCOLE_EXPORT double computing() const;
};

/// Where the time went.
struct Timings {
    double reading = 0;              ///< seconds spent reading the files of the run
    double preparing = 0;            ///< from there until the rows are ready for training
    std::vector<RankTimes> ranks{};  ///< rank 0 first; empty for a single process
    /// How much longer the busiest rank computes than the average: 0.1 means 10 % longer. 0 for a single process.
    [[nodiscard]] ALCOLE_EXPORT double imbalance() const;
};

/// How boosted trees were grown.
struct Growth {
    std::int64_t rounds = 0;
    std::int64_t kept = 0;        ///< the number of rounds kept, from the first
    bool by_held_rows = false;    ///< chosen as the best on rows that were split off for this
    bool constrained = false;     ///< there are constraints and the method tries to meet them
    std::string most_violated{};  ///< the most violated constraint; empty if all are met
    double missed_by = 0;         ///< by how much it exceeds its bound
    bool second_search = false;   ///< no round met every constraint, and a second search put the constraints first
};

/// How a search ended and which model was taken from it. to_string() turns this into a sentence.
struct SearchEnding {
    Ending solver{};                  ///< how the solver ended
    Iterate iterate = Iterate::last;  ///< which one the model is
    double objective = 0;             ///< of the model, on the training rows
    bool met = false;                 ///< every constraint is met under the bounds of the search
    bool settled = false;             ///< the search did not converge, but its model is good all the same
    std::optional<Growth> growth{};   ///< for boosted trees
};
[[nodiscard]] ALCOLE_EXPORT std::string to_string(const SearchEnding& ending);

/// The complete outcome of a run.
struct Outcome {
    Status status = Status::iteration_limit;
    SearchEnding ending{};
    double seconds = 0;
    std::string data_file{};      ///< without its folder
    std::string training_hash{};  ///< sha256 of the data and of the settings
    std::string target{};
    std::string positive{};  ///< for two classes; otherwise empty
    tabular::Task task = tabular::Task::binary;
    std::vector<std::string> where{};  ///< the conditions on rows in the run file; all of them hold
    std::vector<std::string> features{};
    std::vector<std::string> protected_columns{};
    tabular::Model model{};
    std::size_t weights = 0;  ///< length of theta
    /// The penalty on the weights that was used, also if `model.l2` left it open; none for trees and modules.
    std::optional<double> l2{};
    Method method = Method::augmented;
    std::optional<tabular::Objective> objective{};  ///< what was minimised; none for modules
    Iterate iterate = Iterate::last;                ///< which one the model is
    std::optional<double> last_objective{};         ///< of the last iterate, if the model is a different one
    std::vector<std::size_t> at_ceiling{};          ///< constraints whose multiplier was limited by solve.dual.ceiling
    std::uint64_t seed = 0;
    std::string run_toml{};  ///< the run file as used
    std::string version{};
    std::string instruction_set{};
    std::size_t distinct_points = 0;

    Side train{};
    std::optional<Side> test{};
    std::vector<ConstraintOutcome> constraints{};
    std::optional<Unconstrained> unconstrained{};  ///< none: it was not trained
    std::vector<Clash> clashes{};
    std::optional<Conflict> conflict{};
    std::optional<tabular::Importance> importance{};    ///< for boosted trees, on training rows
    std::optional<Theorem> theorem{};                   ///< if the answer was examined
    std::optional<certify::Certificate> certificate{};  ///< on the rows set aside for it, if one was requested
    Residuals residuals{};
    std::optional<Examination> optimality{};  ///< none: the answer was not examined
    std::vector<TraceRow> trace{};            ///< in trace.csv, not in metrics.json
    std::vector<RowPrice> row_prices{};       ///< for constraints on every row; in prices.csv, not in metrics.json
    std::optional<Timings> timings{};         ///< if they were requested
    std::vector<Note> notes{};                ///< observations made along the way
};

/// The outcome with all constraints as they were stated.
[[nodiscard]] ALCOLE_EXPORT Outcome as_stated(Outcome outcome);

/// metrics.json as text; docs/cli.md describes every member.
[[nodiscard]] ALCOLE_EXPORT std::string to_json(const Outcome& outcome);
/// Only the member `optimality` of metrics.json.
[[nodiscard]] ALCOLE_EXPORT std::string optimality_json(const Outcome& outcome);
/// The inverse of to_json(); the trace stays empty. Throws std::runtime_error with a message that begins with `name`.
[[nodiscard]] ALCOLE_EXPORT Outcome outcome_from_json(std::string_view text, const std::string& name);

/// prices.csv as text: constraint, row, risk, multiplier, the most expensive row first; empty if there are none.
[[nodiscard]] ALCOLE_EXPORT std::string prices_csv(const Outcome& outcome);

/// trace.csv as text: iteration, regime, steps, seconds, objective, stationarity, then one slack and one multiplier per
/// constraint.
[[nodiscard]] ALCOLE_EXPORT std::string trace_csv(const Outcome& outcome);

}  // namespace alcole::learning
