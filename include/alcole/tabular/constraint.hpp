#pragma once

#include <alcole/export.hpp>
#include <alcole/tabular/filter.hpp>
#include <alcole/tabular/schema.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Constraints on how a model treats groups of rows: as a user states them, and as the risks they become.
namespace alcole::tabular {

/// The kinds of constraints.
enum class ConstraintKind : std::uint8_t {
    counterfactual,      ///< mean KL(f(x~, z) || f(x~, rho(z))) <= bound, rho a change of one protected attribute
    demographic_parity,  ///< positive rates of groups differ by at most the bound
    equal_opportunity,   ///< recalls (true positive rates) of groups differ by at most the bound
    equalized_odds,      ///< recalls and false positive rates of groups differ by at most the bound
    error_rate,          ///< error rates of groups differ by at most the bound
    rate,                ///< one rate, of all rows or of each group, is at most or at least the bound
    group_loss,          ///< the loss, of all rows or of each group, is at most the bound
    mean_prediction,     ///< mean predictions of groups differ by at most the bound: of numbers, or of expected classes
    expression,          ///< the expression `risk`: see docs/constraints.md
    gap,                 ///< `risk` of groups differs by at most the bound
    ratio,               ///< `risk` of every group is at least the bound times that of every other
    four_fifths,         ///< ratio of positive rates; the bound is 0.8 unless another is given
    predictive_parity,   ///< precisions of groups differ by at most the bound; each lies around `level`
    selection_budget,    ///< the positive rate, of all rows or of each group, lies between `lower_bound` and the bound
    calibration,         ///< in each of ten bins of the probability, and for each group, it is off by at most the bound
    churn,               ///< the share of predictions that differ from those of `model`, or from the attribute
    monotone,            ///< raising number attributes lowers the score in at most this share of rows
    lipschitz,           ///< a change moves the score by more than `level` in at most this share of rows
    row_loss,            ///< the loss of every single row is at most the bound: one constraint per row
};
[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(ConstraintKind kind);
[[nodiscard]] ALCOLE_EXPORT ConstraintKind constraint_kind_from(std::string_view word);

/// The rates a `rate` constraint can bound.
enum class Rate : std::uint8_t {
    positive_rate,
    recall,
    false_positive_rate,
    error_rate,
    accuracy,
    false_negative_rate,
    true_negative_rate,
    balanced_error,        ///< the mean over the classes of the share of their rows predicted wrongly
    precision,             ///< the share of those predicted positive that are positive
    false_discovery_rate,  ///< 1 - precision
    f_score,               ///< 2 TP / (2 TP + FP + FN)
};
[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(Rate rate);

/// The bound of a four_fifths constraint that states none.
inline constexpr double four_fifths = 0.8;

/// A constraint as a user states it. It may stand for several: one per value of an attribute, per pair of groups, or
/// per class.
struct Constraint {
    ConstraintKind kind = ConstraintKind::counterfactual;
    double bound = 0;                       ///< for four_fifths, 0 means 0.8
    std::string name{};                     ///< empty: generated from the rest
    std::vector<std::string> attributes{};  ///< their values define the groups; several are crossed (sex x race). For
                                            ///< counterfactual: the features that are changed together
    std::vector<std::string> rows{};        ///< conditions: the constraint's own distribution; empty: all rows
    std::string from{};                     ///< for counterfactual: only this value is changed ...
    std::string to{};            ///< ... to this one. If both are empty: flip a binary attribute, or set each value
    bool against_whole = false;  ///< compare groups with all rows, not with each other
    Rate rate = Rate::positive_rate;    ///< for rate
    bool at_least = false;              ///< for rate: the bound is a lower bound
    std::string positive{};             ///< the positive class; empty: the target's, or each class in turn
    std::string risk{};                 ///< for expression, gap and ratio: an expression, see docs/constraints.md
    std::vector<std::string> within{};  ///< columns; groups are compared among rows that agree in all of them
    std::string model{};                ///< for churn: the file of the other model
    double level = 0;        ///< for predictive_parity: the target precision; for lipschitz: the largest allowed move
    double lower_bound = 0;  ///< for selection_budget
    double add = 0;          ///< for changes: added to number attributes
    double price = 0;  ///< the maximum price: if a unit of the risk costs the objective more, the constraint gives way.
                       ///< 0: the constraint must be met
    bool minimise = false;  ///< no bound is given; the smallest one that can be met is found (minimax)
    std::string place{};    ///< where it was stated, for messages: "run.toml, line 10"; empty: in a program
};

/// The mean of a function of the prediction over some rows, multiplied by a coefficient:
///
///     coefficient / |rows|  *  sum of the measure over those rows that also meet the event
struct Term {
    enum class Measure : std::uint8_t {
        loss,         ///< cross-entropy or squared error
        divergence,   ///< KL divergence to the prediction with an attribute changed
        predicted,    ///< 1 if `of_class` is predicted; the smooth form is its probability
        correct,      ///< 1 if the row's own class is predicted; the smooth form is its probability
        error,        ///< 1 - correct
        other,        ///< 1 - predicted
        probability,  ///< of `of_class`
        top,          ///< 1 if the row's own class is among the `level` most probable
        off,          ///< probability of `of_class` minus 1 for its rows, if it lies in the bin from `level` to `end`
        prediction,   ///< the predicted number; for ordered classes the expected class, counted from 1
        quantile,     ///< max(level u, (level - 1) u), with u the true number minus the predicted one
        lowered,      ///< 1 if the change lowers the score
        moved,        ///< 1 if the change moves the score by more than `level`
        one,          ///< always 1: gives the share of the rows that meet the event
    };
    Measure measure = Measure::loss;
    double coefficient = 1;
    std::vector<Condition> rows{};        ///< all must hold
    std::optional<std::int32_t> label{};  ///< only rows of this class ...
    bool other_labels = false;            ///< ... or only rows of any other class
    std::int32_t of_class = 0;            ///< for predicted, other, probability, off
    std::vector<Condition> event{};       ///< rows that do not meet all of these count as zero
    bool label_is_event = false;          ///< rows of other classes are included and count as zero
    double level = 0;                     ///< for top, off, quantile, moved
    double end = 0;                       ///< for off

    [[nodiscard]] bool has_event() const { return !event.empty() || (label_is_event && label); }
    /// The measure compares a row with its twin.
    [[nodiscard]] bool is_of_pairs() const {
        return measure == Measure::divergence || measure == Measure::lowered || measure == Measure::moved;
    }
    /// The measure depends on which classes are the most probable, not on how probable they are.
    [[nodiscard]] bool is_of_classes() const {
        return measure == Measure::predicted || measure == Measure::correct || measure == Measure::error ||
               measure == Measure::other || measure == Measure::top || measure == Measure::one;
    }
    /// The measure is 0 or 1 for every row.
    [[nodiscard]] bool is_rate() const {
        return is_of_classes() || measure == Measure::lowered || measure == Measure::moved;
    }
    /// The measure jumps where a prediction passes a threshold.
    [[nodiscard]] bool has_steps() const { return (is_rate() && measure != Measure::one) || measure == Measure::off; }
};

/// The unit in which violations of a bound are measured, and in which it is moved when its price is put in words: the
/// bound, or a hundredth if it is 0.
[[nodiscard]] inline double size_of_bound(double bound) { return bound != 0 ? std::abs(bound) : 0.01; }

/// rho: a change of one attribute, or of several at the same time.
struct AttributeChange {
    std::string column{};
    bool flip = false;                    ///< each of two levels becomes the other
    std::string from{};                   ///< empty: every value
    std::string to{};                     ///< the new level
    double add = 0;                       ///< added to a number
    std::vector<AttributeChange> also{};  ///< simultaneous changes of other columns, without `also`
    friend bool operator==(const AttributeChange&, const AttributeChange&) = default;
};

/// Returns the table with the change applied to every row, that is the twins of its rows.
[[nodiscard]] ALCOLE_EXPORT Table with_change(Table table, const AttributeChange& change, const Schema& schema);

/// The other of two risks that state one thing together, such as A - B <= b and B - A <= b.
struct OtherSide {
    /// How its sum relates to that of this risk.
    enum class Sum : std::uint8_t {
        negated,    ///< of a gap: the same number with the opposite sign
        exchanged,  ///< of a ratio: the same sum with the two groups exchanged
        equal,      ///< of an equation: the same number, bounded from the other direction
    };
    std::string name{};
    Sum sum = Sum::negated;
    friend bool operator==(const OtherSide&, const OtherSide&) = default;
};

/// A fraction or ratio a / b of two sums, which is bounded as a - bound * b <= 0: terms are linear.
struct Fraction {
    double bound = 0;
    std::vector<Term> by{};  ///< b, which is never negative
};

/// One risk: the sum of its terms, minus its bound. l = sum - bound <= 0, or bound - sum <= 0 for a lower bound.
struct RiskDefinition {
    std::string name{};
    ConstraintKind kind = ConstraintKind::counterfactual;
    double bound = 0;
    bool at_least = false;
    std::optional<double> stated{};      ///< the bound as stated, if it is part of the terms: for ratios and fractions
    std::optional<Fraction> fraction{};  ///< if the terms are a fraction multiplied out
    AttributeChange change{};            ///< for terms that compare a row with its twin
    std::vector<Term> terms{};
    double price = 0;       ///< see Constraint; a constraint on single rows gives way row by row
    bool minimise = false;  ///< its bound is a variable to minimise, shared by all risks with this flag
    bool each_row = false;  ///< its single term, a loss, is bounded in every row: one constraint per row
    std::optional<OtherSide> other_side{};  ///< by name, because goals are also made of some of these risks only

    /// True if the constraint may give way, at its price.
    [[nodiscard]] bool is_soft() const { return price > 0; }
    /// True if the risk moves in steps.
    [[nodiscard]] bool is_rate() const { return std::ranges::any_of(terms, &Term::has_steps); }
    /// True if the risk is the other side of this one, and their sums are related like this.
    [[nodiscard]] bool is_side_of(const RiskDefinition& risk, OtherSide::Sum sum) const {
        return other_side == OtherSide{.name = risk.name, .sum = sum};
    }
};

/// Turns constraints into risks for this schema and these training rows. The groups are determined here, once, and the
/// definitions can then be applied to any other table. Throws std::invalid_argument if a column or value does not
/// exist, a group has no rows, or a constraint does not fit the target.
[[nodiscard]] ALCOLE_EXPORT std::vector<RiskDefinition> define_risks(std::span<const Constraint> constraints,
                                                                     const Schema& schema, const Table& training);

}  // namespace alcole::tabular
