#pragma once

#include <alcole/export.hpp>
#include <alcole/interval.hpp>
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
#include <utility>
#include <vector>

/// What came of a run, as data: everything that metrics.json and trace.csv hold. Facts only: the sentences of the
/// report, the model card and the terminal are made from them in src/words. All values are unscaled.
namespace alcole::learning {

/// A constraint is judged on the rows it was trained on; held-out rows say how far that can be trusted.
enum class ConstraintStatus : std::uint8_t {
    met,              ///< within 1 % of its bound on training rows, and held-out rows (if any) agree
    met_in_training,  ///< on training rows, but the held-out risk is above the bound
    not_met,          ///< more than 1 % over its bound on training rows
};
ALCOLE_EXPORT std::string_view to_string(ConstraintStatus status);

/// How far over its bound a constraint may be and count as met: 1 % of the bound.
[[nodiscard]] ALCOLE_EXPORT double allowance(double bound);
/// Of the slacks on training rows and on held-out ones, where there are any.
[[nodiscard]] ALCOLE_EXPORT ConstraintStatus verdict_on(double slack, std::optional<double> held_out, double bound);
/// Whether a multiplier is not negligible: what the whole bound is worth at this price, against the objective.
[[nodiscard]] ALCOLE_EXPORT bool binds(double multiplier, double bound, double objective);

/// What a constraint on a single row costs.
struct RowPrice {
    std::size_t constraint = 0;  ///< position in Outcome::constraints
    std::size_t row = 0;         ///< of its file, or of the table in memory, counted from 1
    double risk = 0;             ///< its loss
    double multiplier = 0;       ///< its price: what one unit more for this row alone would save
};

/// A constraint on every row, in brief.
struct EachRow {
    std::size_t rows = 0;
    std::size_t priced = 0;                  ///< rows that have a price
    std::vector<RowPrice> most_expensive{};  ///< ten of them at most, the most expensive first
};

struct ConstraintOutcome {
    std::string name{};
    tabular::ConstraintKind kind = tabular::ConstraintKind::counterfactual;
    double bound = 0;
    bool at_least = false;              ///< the bound is a lower one
    std::optional<double> stated{};     ///< the bound as it was stated, of ratios and fractions, which have it inside
    bool equality = false;              ///< to be at its bound; of modules alone (module.hpp)
    double multiplier = 0;              ///< -d objective / d bound (of an upper bound): its price
    bool binding = false;               ///< the multiplier is not negligible
    std::optional<EachRow> each_row{};  ///< of a constraint on every row; its multiplier is that of all rows together
    std::optional<double> tightened{};  ///< the bound that the search had, where it was to pass a certificate
    Judged train{};
    std::optional<Judged> test{};
    ConstraintStatus verdict = ConstraintStatus::not_met;
};

/// Two constraints that pull the model in opposite directions at the answer.
struct Clash {
    std::size_t first = 0;  ///< positions in Outcome::constraints
    std::size_t second = 0;
    double cosine = 0;  ///< of the angle between their gradients: -1 is head-on
};

/// One side of the split.
struct Side {
    double objective = 0;  ///< what was minimised: the mean loss, plus the l2 term where there is one
    tabular::Metrics metrics{};
    std::optional<tabular::Metrics> baseline{};  ///< of the same answer for every row
    std::vector<tabular::GroupRates> groups{};   ///< of every protected column, then of all of them crossed
    std::vector<tabular::RateGap> gaps{};        ///< between groups of the same columns

    /// Accuracy, or R squared for numbers.
    double quality() const { return metrics.accuracy ? *metrics.accuracy : metrics.r_squared.value_or(0); }
};

/// Why the constraints cannot be met together, when they cannot.
struct Conflict {
    std::vector<std::size_t> constraints{};  ///< positions in Outcome::constraints
    bool minimal = false;                    ///< dropping any one of them makes the rest feasible
    bool shown = false;                    ///< the model of this outcome meets `relaxed_bounds`; else they are a guess
    std::vector<double> relaxed_bounds{};  ///< one per constraint: the given bounds, all loosened alike
};

struct Residuals {
    double stationarity = 0;
    double violation = 0;
    double complementarity = 0;
};

/// What the paper's theorem promises of a sample's solution in the population.
struct Theorem {
    /// Why it promises nothing.
    enum class Silence : std::uint8_t {
        not_two_classes,  ///< its bound is worked out for two classes
        method,           ///< it is about the augmented method
        not_converged,    ///< it is about a solution
        each_row,         ///< it is about means over rows
        other_measures,   ///< its bound is worked out for losses, divergences and rates
    };
    double delta = 0;          ///< of each of the m + 1 events that may fail
    double largest_input = 0;  ///< largest norm of a training row, taken to be the largest there is: an assumption
    certify::TheoremQuantities promises{};
    std::optional<Silence> silent{};  ///< set: there are none
};

ALCOLE_EXPORT std::string_view to_string(Theorem::Silence silence);

/// One dual step of the trace.
struct TraceRow {
    std::int64_t iteration = 0;
    Regime regime = Regime::full;
    std::int64_t steps = 0;
    double seconds = 0;
    double objective = 0;
    std::vector<double> slack{};       ///< per constraint
    std::vector<double> multiplier{};  ///< per constraint
    double stationarity = 0;           ///< 0 where it was not computed
};

/// How one rank spent its time, see ranks.hpp.
struct RankTimes {
    PhaseTimes phases{};
    /// Seconds of evaluations, without those of messages.
    ALCOLE_EXPORT double computing() const;
};

/// Where the time went.
struct Timings {
    double reading = 0;              ///< seconds: the files of the run
    double preparing = 0;            ///< from there to rows that are ready to be learned from
    std::vector<RankTimes> ranks{};  ///< rank 0 first; none where one process was alone
    /// How much longer than on average the busiest rank computes: 0.1 is a tenth. 0 where one process was alone.
    ALCOLE_EXPORT double imbalance() const;
};

/// How boosted trees were grown.
struct Growth {
    std::int64_t rounds = 0;
    std::int64_t kept = 0;        ///< the first of them
    bool by_held_rows = false;    ///< ... the best on rows that were split off for this
    bool constrained = false;     ///< there are constraints, and the method is to meet them
    std::string most_violated{};  ///< the constraint, where one is not met
    double missed_by = 0;         ///< it misses its bound
    bool second_search = false;  ///< no round met every constraint, so as many were grown for the constraints above all
};

/// How a search ended and what was made of it. to_string() says it in a sentence.
struct SearchEnding {
    Ending solver{};                  ///< the solver's last word
    Iterate iterate = Iterate::last;  ///< which one the model is
    double objective = 0;             ///< of the model, on the training rows
    bool met = false;                 ///< every constraint, under the bounds of the search
    bool settled = false;             ///< the search did not converge, and its model is good for all that
    std::optional<Growth> growth{};   ///< of boosted trees
};
[[nodiscard]] ALCOLE_EXPORT std::string to_string(const SearchEnding& ending);

struct Outcome {
    Status status = Status::iteration_limit;
    SearchEnding ending{};
    double seconds = 0;
    std::string data_file{};      ///< without its folder
    std::string training_hash{};  ///< sha256 of the data and of what was asked for
    std::string target{};
    std::string positive{};  ///< of two classes; else empty
    tabular::Task task = tabular::Task::binary;
    std::vector<std::string> where{};  ///< the conditions on rows that the run file has, all of which hold
    std::vector<std::string> features{};
    std::vector<std::string> protected_columns{};
    tabular::Model model{};
    std::size_t weights = 0;  ///< length of theta
    Method method = Method::augmented;
    std::optional<tabular::Objective> objective{};  ///< what was minimised; none of modules
    Iterate iterate = Iterate::last;                ///< which one the model is
    std::optional<double> last_objective{};         ///< of the last iterate, where the model is another one
    std::vector<std::size_t> at_ceiling{};  ///< constraints whose multiplier was held back by solve.dual.ceiling
    std::uint64_t seed = 0;
    std::string run_toml{};  ///< the run file as used
    std::string version{};
    std::string instruction_set{};
    std::size_t distinct_points = 0;

    Side train{};
    std::optional<Side> test{};
    std::vector<ConstraintOutcome> constraints{};
    std::vector<Clash> clashes{};
    std::optional<Conflict> conflict{};
    std::optional<tabular::Importance> importance{};    ///< of boosted trees, on training rows
    std::optional<Theorem> theorem{};                   ///< where the answer was examined
    std::optional<certify::Certificate> certificate{};  ///< on the rows set aside for it, where one was asked for
    Residuals residuals{};
    std::optional<Examination> optimality{};  ///< none: the answer was not examined
    std::vector<TraceRow> trace{};            ///< in trace.csv, not in metrics.json
    std::vector<RowPrice> row_prices{};       ///< of constraints on every row; in prices.csv, not in metrics.json
    std::optional<Timings> timings{};         ///< where they were asked for
    std::vector<Note> notes{};                ///< what was noticed on the way
};

/// metrics.json as text; docs/cli.md describes every member.
[[nodiscard]] ALCOLE_EXPORT std::string to_json(const Outcome& outcome);
/// The member `optimality` of it alone.
[[nodiscard]] ALCOLE_EXPORT std::string optimality_json(const Outcome& outcome);
/// The reverse of to_json(); the trace stays empty. Throws std::runtime_error with a sentence that begins with `name`.
[[nodiscard]] ALCOLE_EXPORT Outcome outcome_from_json(std::string_view text, const std::string& name);

/// prices.csv as text: constraint, row, risk, multiplier, the most expensive row first; empty where there are none.
[[nodiscard]] ALCOLE_EXPORT std::string prices_csv(const Outcome& outcome);

/// trace.csv as text: iteration, regime, steps, seconds, objective, stationarity, then one slack and one multiplier per
/// constraint.
[[nodiscard]] ALCOLE_EXPORT std::string trace_csv(const Outcome& outcome);

}  // namespace alcole::learning
