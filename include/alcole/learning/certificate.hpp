#pragma once

#include <alcole/export.hpp>
#include <alcole/learning/trained_model.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What can be said of people not yet seen. The rows are taken as independent draws from the population that the model
/// will meet, and as having had no part in its making: neither in training nor in the choice of anything. Groups are
/// judged given their sizes, which leaves the rows of a group independent draws from that group.
namespace alcole::certify {

/// Which confidence bounds decide: chosen before the rows are seen. docs/certificates.md says which one when.
enum class Family : std::uint8_t {
    automatic,        ///< the default: rates by clopper_pearson, gaps between the rates of two groups by an exact test
                      ///< of both counts, all else by betting
    betting,          ///< nearly the narrowest for any kind of values
    hoeffding,        ///< knows the range alone
    bernstein,        ///< knows the range and the sample's variance
    clopper_pearson,  ///< exact, for values that are one end of the range or the other
};
inline constexpr std::array<Family, 5> all_families = {Family::automatic, Family::betting, Family::hoeffding,
                                                       Family::bernstein, Family::clopper_pearson};
ALCOLE_EXPORT std::string_view to_string(Family family);
/// Throws std::invalid_argument with a sentence for an unknown name.
ALCOLE_EXPORT Family family_from(std::string_view word);

enum class Verdict : std::uint8_t {
    certified,   ///< the confidence bound is within the constraint's
    violated,    ///< the confidence bound from the other side is beyond it
    undecided,   ///< neither: more rows are needed
    impossible,  ///< no bound can be had: RiskBounds::no_bound says why
};
ALCOLE_EXPORT std::string_view to_string(Verdict verdict);

/// Why a risk has no bounds, as facts: the cause, and the names and numbers that belong to it. to_string() makes a
/// sentence of them.
struct NoBound {
    /// In brackets: the names; after them: the numbers.
    enum class Cause : std::uint8_t {
        // the weights leave values without a range
        unbounded_error,       ///< [target] of a number: nothing bounds how far a prediction can be off
        unbounded_loss,        ///< [activation; none of a linear model] scores grow with number inputs
        unbounded_prediction,  ///< predictions grow with number inputs
        unbounded_raise,       ///< [column] a larger one may reach any leaf of a tree
        unbounded_change,      ///< [column] a change of it may move the scores of trees by any amount
        depends_on_model,      ///< not known before a model is trained
        // the rows do not tell
        empty_group,     ///< a group that is needed has no rows
        unknown_values,  ///< [column] rows with a value of the attribute that training never met
        beyond_range,    ///< a row has a value that the weights do not allow for: a fault of this library
        not_a_rate,      ///< [family] it applies to rates, and this risk is none
        // of modules
        no_rows_given,  ///< 1: the risk has a loader of its own
        training_rows,  ///< it is about the rows of the training themselves
        unknown_range,  ///< nobody has said what its values can be
        // of files that an earlier version wrote
        told,  ///< [a sentence]
    };

    Cause cause{};
    std::vector<std::string> names{};
    std::vector<double> numbers{};
};
[[nodiscard]] ALCOLE_EXPORT std::string to_string(const NoBound& why);

/// Bounds of one family at the risk's share of delta.
struct FamilyBounds {
    Family family = Family::automatic;
    double low = 0;
    double high = 0;
};

/// A risk on the rows and in the population.
struct RiskBounds {
    std::size_t rows = 0;                  ///< of the smallest group it needs
    double delta = 0;                      ///< its share: the chance that `high` is wrong, and that `low` is
    std::optional<double> estimate{};      ///< the risk on the rows
    std::optional<double> low{};           ///< of the chosen family; each end holds on its own
    std::optional<double> high{};          ///< of the chosen family
    std::vector<FamilyBounds> families{};  ///< all that apply, for information
    std::optional<NoBound> no_bound{};     ///< why there are none
};

struct ConstraintCertificate {
    std::string name{};
    double bound = 0;
    bool at_least = false;  ///< the bound is a lower one
    RiskBounds risk{};
    Verdict verdict = Verdict::impossible;
    std::optional<double> rows_to_decide{};  ///< of undecided: how many rows such a table would need, a guess
    std::optional<RiskBounds> flips{};       ///< of counterfactual ones: the share of rows whose predicted class
                                             ///< changes. For information: not among the simultaneous bounds

    /// The end of the confidence interval that the verdict stands on.
    const std::optional<double>& limit() const { return at_least ? risk.low : risk.high; }
};

struct Certificate {
    double delta = 0.05;  ///< the chance that any of the verdicts, or the objective's upper bound, is wrong
    Family family = Family::automatic;
    std::size_t rows = 0;
    bool rows_were_trained_on = false;  ///< then nothing is certified, whatever the verdicts say
    bool of_tighter_search = false;  ///< the verdicts are of a model with tighter bounds, which failed; the model kept
                                     ///< is the one without them, of which the rows say nothing
    std::vector<ConstraintCertificate> constraints{};
    RiskBounds objective{};  ///< the mean loss, without the l2 term

    ALCOLE_EXPORT bool all_certified() const;
};

/// How delta is shared out among what may be wrong: fixed before the rows are opened.
struct Shares {
    std::vector<double> constraints{};  ///< one for each; the two sides of a gap have one between them, named twice
    double objective = 0;
};

/// Judges every constraint of the model, and its loss, on rows as model.dataset() makes them. A verdict can be wrong in
/// one way only (a constraint that holds cannot be wrongly certified, one that does not cannot be wrongly called
/// violated), so that one-sided bounds at shares that add up to delta make all of them right together with probability
/// 1 - delta. The shares are equal; what can have no bound, as the weights tell, has none.
/// Throws std::invalid_argument with a sentence for a delta outside of (0, 1) and a table that does not fit or is
/// empty.
ALCOLE_EXPORT Certificate certify(const learning::TrainedModel& model, const tabular::Dataset& data, double delta,
                                  Family family = Family::automatic, const Context& context = Context());
/// With shares that were fixed beforehand, from other rows. Throws std::invalid_argument with a sentence also when they
/// are not one for each constraint, or add up to more than delta.
ALCOLE_EXPORT Certificate certify(const learning::TrainedModel& model, const tabular::Dataset& data, double delta,
                                  const Shares& shares, Family family = Family::automatic,
                                  const Context& context = Context());

/// As JSON text and back. Throws std::invalid_argument with a sentence for text that is not a certificate.
ALCOLE_EXPORT std::string to_json(const Certificate& certificate);
ALCOLE_EXPORT Certificate certificate_from_json(std::string_view text);
/// Likewise.
[[nodiscard]] ALCOLE_EXPORT NoBound no_bound_from_json(std::string_view text);

}  // namespace alcole::certify
