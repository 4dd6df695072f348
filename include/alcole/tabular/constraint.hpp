#pragma once

#include <alcole/export.hpp>
#include <alcole/tabular/filter.hpp>
#include <alcole/tabular/schema.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Constraints on what a model does to groups of people, as a person states them, and as the risks they become.
namespace alcole::tabular {

enum class ConstraintKind : std::uint8_t {
    counterfactual,      ///< mean KL(f(x~, z) || f(x~, rho(z))) <= bound, rho a change of one protected attribute
    demographic_parity,  ///< positive rates of groups differ by at most the bound
    equal_opportunity,   ///< recalls (true positive rates) of groups differ by at most the bound
    equalized_odds,      ///< recalls and false positive rates of groups differ by at most the bound
    error_rate,          ///< error rates of groups differ by at most the bound
    rate,                ///< one rate, of all rows or of each group, is at most or at least the bound
    group_loss,          ///< the loss, of all rows or of each group, is at most the bound
    mean_prediction,     ///< mean predictions of groups differ by at most the bound: of numbers, or of expected classes
    expression,          ///< what `risk` says: see docs/constraints.md
    gap,                 ///< `risk` of groups differs by at most the bound
    ratio,               ///< `risk` of every group is at least the bound times that of every other
    four_fifths,         ///< ratio of positive rates; the bound is 0.8 unless another is given
    predictive_parity,   ///< precisions of groups differ by at most the bound: each lies around `level`
    selection_budget,    ///< the positive rate, of all rows or of each group, lies between `lower_bound` and the bound
    calibration,         ///< in each of ten bins of the probability, and of each group, it is off by at most the bound
    churn,               ///< the share of answers that differ from those of `model`, or from those in the attribute
    monotone,            ///< raising number attributes lowers the score of at most such a share of rows
    lipschitz,           ///< a change moves the score by more than `level` in at most such a share of rows
    row_loss,            ///< the loss of every single row is at most the bound: as many constraints as rows
};
ALCOLE_EXPORT std::string_view to_string(ConstraintKind kind);
ALCOLE_EXPORT ConstraintKind constraint_kind_from(std::string_view word);

/// The rates a `rate` constraint can bound.
enum class Rate : std::uint8_t {
    positive_rate,
    recall,
    false_positive_rate,
    error_rate,
    accuracy,
    false_negative_rate,
    true_negative_rate,
    balanced_error,        ///< the mean, over the classes, of the share of their rows that is predicted wrongly
    precision,             ///< of those predicted positive, the share that is
    false_discovery_rate,  ///< 1 - precision
    f_score,               ///< 2 TP / (2 TP + FP + FN)
};
ALCOLE_EXPORT std::string_view to_string(Rate rate);
ALCOLE_EXPORT Rate rate_from(std::string_view word);

/// The bound of a constraint of that kind that states none.
inline constexpr double four_fifths = 0.8;

/// A constraint as a person states it. It may stand for several: one per value of an attribute, per pair of groups, per
/// class.
struct Constraint {
    ConstraintKind kind = ConstraintKind::counterfactual;
    double bound = 0;                       ///< of four_fifths 0: none stated
    std::string name{};                     ///< empty: made from the rest
    std::vector<std::string> attributes{};  ///< whose values make the groups; several are crossed (sex x race).
                                            ///< Of counterfactual: features, which are changed at once
    std::vector<std::string> rows{};        ///< conditions: the constraint's own distribution; empty: all rows
    std::string from{};                     ///< of counterfactual: only this value is changed ...
    std::string to{};                       ///< ... into this one. Neither: flip a binary attribute, or set each value
    bool against_whole = false;             ///< gaps are taken to the rate of all rows, not between groups
    Rate rate = Rate::positive_rate;        ///< of rate
    bool at_least = false;                  ///< of rate: the bound is a lower one
    std::string positive{};             ///< which class is the positive one; empty: the target's, or each class in turn
    std::string risk{};                 ///< of expression, gap and ratio: an expression, see docs/constraints.md
    std::vector<std::string> within{};  ///< columns: groups are compared among rows that agree in all of them
    std::string model{};                ///< of churn: the file of another model, whose answers are compared
    double level = 0;        ///< of predictive_parity: the precision that is aimed at; of lipschitz: how far is too far
    double lower_bound = 0;  ///< of selection_budget
    double add = 0;          ///< of changes: number attributes become larger by so much
    double price = 0;  ///< the most that meeting it may cost: where a unit of the risk costs the objective more, the
                       ///< constraint gives way. 0: it may cost anything
    bool minimise = false;  ///< it has no bound: the least one that all it stands for can be held to is found (minimax)
};

/// The mean of a function of the prediction over some rows, times a coefficient:
///
///     coefficient / |rows|  *  sum of the measure over those of the rows that meet the event, too
struct Term {
    enum class Measure : std::uint8_t {
        loss,         ///< cross-entropy or squared error
        divergence,   ///< KL to the prediction with an attribute changed
        predicted,    ///< 1 when `of_class` is predicted; the smooth form is its probability
        correct,      ///< 1 when the row's own class is predicted; the smooth form is its probability
        error,        ///< 1 - correct
        other,        ///< 1 - predicted
        probability,  ///< of `of_class`
        top,          ///< 1 when the row's own class is among the `level` likeliest
        off,         ///< probability of `of_class` minus 1 for its rows, where it lies in the bin from `level` to `end`
        prediction,  ///< the predicted number; of ordered classes the expected one, from 1 on
        quantile,    ///< max(level u, (level - 1) u), with u the true number minus the predicted one
        lowered,     ///< 1 when the score falls with the change
        moved,       ///< 1 when the score moves by more than `level` with the change
        one,         ///< 1: the share of the rows that meet the event
    };
    Measure measure = Measure::loss;
    double coefficient = 1;
    std::vector<Condition> rows{};        ///< all must hold
    std::optional<std::int32_t> label{};  ///< only rows of this class ...
    bool other_labels = false;            ///< ... or only rows of any other class
    std::int32_t of_class = 0;            ///< of predicted, other, probability, off
    std::vector<Condition> event{};       ///< rows that do not meet all of these count as zero
    bool label_is_event = false;          ///< rows of other classes are among the rows and count as zero
    double level = 0;                     ///< of top, off, quantile, moved
    double end = 0;                       ///< of off

    [[nodiscard]] bool has_event() const { return !event.empty() || (label_is_event && label); }
    /// Compares a row with its twin.
    [[nodiscard]] bool is_of_pairs() const {
        return measure == Measure::divergence || measure == Measure::lowered || measure == Measure::moved;
    }
    /// 0 or 1, and nothing else, for every row.
    [[nodiscard]] bool is_rate() const {
        return measure == Measure::predicted || measure == Measure::correct || measure == Measure::error ||
               measure == Measure::other || measure == Measure::top || measure == Measure::lowered ||
               measure == Measure::moved || measure == Measure::one;
    }
};

/// rho: a change of one attribute, or of several at once.
struct AttributeChange {
    std::string column{};
    bool flip = false;                    ///< the one of two levels becomes the other
    std::string from{};                   ///< empty: every value
    std::string to{};                     ///< becomes this level
    double add = 0;                       ///< of a number: it becomes larger by so much
    std::vector<AttributeChange> also{};  ///< at the same time, of other columns; they have none of their own
    friend bool operator==(const AttributeChange&, const AttributeChange&) = default;
};

/// The table with the change made in every row: the twins of its people.
ALCOLE_EXPORT Table with_change(Table table, const AttributeChange& change, const Schema& schema);

/// One risk: the sum of its terms, minus its bound.   l = sum - bound <= 0, or bound - sum <= 0 where it is a lower one
struct RiskDefinition {
    std::string name{};
    ConstraintKind kind = ConstraintKind::counterfactual;
    double bound = 0;
    bool at_least = false;
    std::optional<double> stated{};  ///< the bound as it was stated, where it stands in the terms: of ratios, fractions
    AttributeChange change{};        ///< of terms that compare a row with its twin
    std::vector<Term> terms{};
    double price = 0;       ///< see Constraint
    bool minimise = false;  ///< its bound is searched for: a variable, the same for all that have it
    bool each_row = false;  ///< its one term, a loss, is bounded in every row of its own: as many constraints as rows
};

/// What the constraints come to for this schema and these training rows: which groups there are is decided here, once,
/// and the definitions can then be applied to any other table. Throws std::invalid_argument with a sentence when a
/// column or value does not exist, a group has no rows, or a constraint does not fit the target.
ALCOLE_EXPORT std::vector<RiskDefinition> define_risks(std::span<const Constraint> constraints, const Schema& schema,
                                                       const Table& training);

}  // namespace alcole::tabular
