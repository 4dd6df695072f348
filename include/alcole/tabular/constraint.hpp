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
};
ALCOLE_EXPORT std::string_view to_string(ConstraintKind kind);
ALCOLE_EXPORT ConstraintKind constraint_kind_from(std::string_view word);

/// The rates a `rate` constraint can bound.
enum class Rate : std::uint8_t { positive_rate, recall, false_positive_rate, error_rate, accuracy };
ALCOLE_EXPORT std::string_view to_string(Rate rate);
ALCOLE_EXPORT Rate rate_from(std::string_view word);

/// A constraint as a person states it. It may stand for several: one per value of an attribute, per pair of groups, per
/// class.
struct Constraint {
    ConstraintKind kind = ConstraintKind::counterfactual;
    double bound = 0;
    std::string name{};                     ///< empty: made from the rest
    std::vector<std::string> attributes{};  ///< whose values make the groups; several are crossed (sex x race).
                                            ///< Of counterfactual: exactly one, which must be a feature
    std::vector<std::string> rows{};        ///< conditions: the constraint's own distribution; empty: all rows
    std::string from{};                     ///< of counterfactual: only this value is changed ...
    std::string to{};                       ///< ... into this one. Neither: flip a binary attribute, or set each value
    bool against_whole = false;             ///< gaps are taken to the rate of all rows, not between groups
    Rate rate = Rate::positive_rate;        ///< of rate
    bool at_least = false;                  ///< of rate: the bound is a lower one
    std::string positive{};  ///< which class is the positive one; empty: the target's, or each class in turn
};

/// The mean of a function of the prediction over some rows, times a coefficient.
struct Term {
    enum class Measure : std::uint8_t {
        loss,        ///< cross-entropy or squared error
        divergence,  ///< KL to the prediction with an attribute changed
        predicted,   ///< 1 when `of_class` is predicted; the smooth form is its probability
        correct,     ///< 1 when the row's own class is predicted; the smooth form is its probability
        error,       ///< 1 - correct
        prediction,  ///< the number that is predicted; of ordered classes the expected one, from 1 on
    };
    Measure measure = Measure::loss;
    double coefficient = 1;
    std::vector<Condition> rows{};        ///< all must hold
    std::optional<std::int32_t> label{};  ///< only rows of this class ...
    bool other_labels = false;            ///< ... or only rows of any other class
    std::int32_t of_class = 0;            ///< of predicted
};

/// rho: a change of one attribute.
struct AttributeChange {
    std::string column{};
    bool flip = false;   ///< the one of two levels becomes the other
    std::string from{};  ///< empty: every value
    std::string to{};    ///< becomes this level
    friend bool operator==(const AttributeChange&, const AttributeChange&) = default;
};

/// The table with the change made in every row: the twins of its people.
ALCOLE_EXPORT Table with_change(Table table, const AttributeChange& change, const Schema& schema);

/// One risk: the sum of its terms, minus its bound where that is an upper one.   l = sign (sum - bound) <= 0
struct RiskDefinition {
    std::string name{};
    ConstraintKind kind = ConstraintKind::counterfactual;
    double bound = 0;
    bool at_least = false;
    AttributeChange change{};  ///< of counterfactual
    std::vector<Term> terms{};
};

/// What the constraints come to for this schema and these training rows: which groups there are is decided here, once,
/// and the definitions can then be applied to any other table. Throws std::invalid_argument with a sentence when a
/// column or value does not exist, a group has no rows, or a constraint does not fit the target.
ALCOLE_EXPORT std::vector<RiskDefinition> define_risks(std::span<const Constraint> constraints, const Schema& schema,
                                                       const Table& training);

}  // namespace alcole::tabular
