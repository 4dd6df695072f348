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

/// What can be said about data not yet seen. The rows are assumed to be independent draws from the population that the
/// model will meet, and to have played no part in making the model, neither in training nor in any choice. Groups are
/// judged given their sizes, so the rows of a group remain independent draws from that group.
namespace alcole::certify {

/// Which confidence bounds decide. Choose before the rows are seen; docs/certificates.md explains which one to use
/// when.
enum class Family : std::uint8_t {
    automatic,  ///< the default: clopper_pearson for rates, an exact test of both counts for gaps between the rates of
                ///< two groups, betting for everything else
    betting,    ///< close to the narrowest for any kind of values
    hoeffding,  ///< uses only the range
    bernstein,  ///< uses the range and the sample variance
    clopper_pearson,  ///< exact, for values that are always at one end of the range
};
inline constexpr std::array<Family, 5> all_families = {Family::automatic, Family::betting, Family::hoeffding,
                                                       Family::bernstein, Family::clopper_pearson};
[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(Family family);
/// Throws std::invalid_argument if the name is unknown.
[[nodiscard]] ALCOLE_EXPORT Family family_from(std::string_view word);

/// The verdict on one constraint.
enum class Verdict : std::uint8_t {
    certified,   ///< the confidence bound is within the constraint's bound
    violated,    ///< the confidence bound on the other side is beyond it
    undecided,   ///< neither: more rows are needed, or rows that had no part in training
    impossible,  ///< there is no bound; RiskBounds::no_bound says why
};
[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(Verdict verdict);

/// Why a risk has no bounds, as facts: the cause, and the names and numbers that belong to it. to_string() turns it
/// into a sentence.
struct NoBound {
    /// Comments list the names in brackets, then the numbers.
    enum class Cause : std::uint8_t {
        // the weights do not bound the values
        unbounded_error,       ///< [target] it is a number, so nothing bounds the error of a prediction
        unbounded_loss,        ///< [activation; absent for a linear model] scores grow with numeric inputs
        unbounded_prediction,  ///< predictions grow with numeric inputs
        unbounded_raise,       ///< [column] a larger one may reach any leaf of a tree
        unbounded_change,      ///< [column] a change of it may move the scores of trees by any amount
        depends_on_model,      ///< not known before a model is trained
        // the rows do not allow it
        empty_group,     ///< a group that is needed has no rows
        unknown_values,  ///< [column] rows with a value of the attribute that did not occur in training
        beyond_range,    ///< a row has a value that the weights do not allow for: a fault of this library
        not_a_rate,      ///< [family] it applies only to rates, and this risk is not one
        // for modules
        no_rows_given,  ///< 1: the risk has a loader of its own
        training_rows,  ///< the risk concerns only the training rows themselves
        unknown_range,  ///< the range of its values was not given
    };

    Cause cause{};
    std::vector<std::string> names{};
    std::vector<double> numbers{};
};
[[nodiscard]] ALCOLE_EXPORT std::string to_string(const NoBound& why);

/// The bounds of one family at the risk's share of delta.
struct FamilyBounds {
    Family family = Family::automatic;
    double low = 0;
    double high = 0;
};

/// A risk on the rows and in the population.
struct RiskBounds {
    std::size_t rows = 0;                  ///< of the smallest group involved
    double delta = 0;                      ///< its share: the chance that `high` is wrong, and likewise `low`
    std::optional<double> estimate{};      ///< the risk on the rows
    std::optional<double> low{};           ///< of the chosen family; each end is valid on its own
    std::optional<double> high{};          ///< of the chosen family
    std::vector<FamilyBounds> families{};  ///< all that apply, for information
    std::optional<NoBound> no_bound{};     ///< why there are none
};

/// The certificate of one constraint.
struct ConstraintCertificate {
    std::string name{};
    double bound = 0;
    bool at_least = false;  ///< the bound is a lower one
    RiskBounds risk{};
    Verdict verdict = Verdict::impossible;
    std::optional<double> rows_to_decide{};  ///< if undecided: an estimate of the number of rows that would decide
    std::optional<RiskBounds> flips{};  ///< for counterfactual ones: the share of rows whose predicted class changes.
                                        ///< For information; not one of the simultaneous bounds

    /// The end of the confidence interval that decides the verdict.
    [[nodiscard]] const std::optional<double>& limit() const { return at_least ? risk.low : risk.high; }
};

/// Simultaneous confidence bounds for all constraints and the objective.
struct Certificate {
    double delta = 0.05;  ///< the chance that any of the verdicts, or the objective's upper bound, is wrong
    Family family = Family::automatic;
    std::size_t rows = 0;
    bool rows_were_trained_on = false;  ///< nothing is then decided
    bool of_tighter_search = false;     ///< the verdicts concern a model with tighter bounds, which failed; the model
                                        ///< without them was kept, and the rows say nothing about it
    std::vector<ConstraintCertificate> constraints{};
    RiskBounds objective{};  ///< the mean loss, without the l2 term

    [[nodiscard]] ALCOLE_EXPORT bool all_certified() const;
    /// Takes back every verdict, because the model was trained on these rows.
    ALCOLE_EXPORT void void_for_training_rows();
};

/// How delta is divided among the bounds that may be wrong; fixed before the rows are opened.
struct Shares {
    std::vector<double> constraints{};  ///< one per constraint; the two sides of a gap share one, listed twice
    double objective = 0;
};

/// Judges every constraint of the model, and its loss, on rows made by model.dataset(). A verdict can be wrong in only
/// one way (a constraint that holds cannot be wrongly certified, one that does not cannot be wrongly called violated),
/// so one-sided bounds at shares that add up to delta make all verdicts right together with probability 1 - delta. The
/// shares are equal; a risk that has no bound, given the weights, gets none. Throws std::invalid_argument if delta is
/// outside (0, 1), or if the table is empty or does not fit.
[[nodiscard]] ALCOLE_EXPORT Certificate certify(const learning::TrainedModel& model, const tabular::Dataset& data,
                                                double delta, Family family = Family::automatic,
                                                const Context& context = Context());
/// The same with shares that were fixed beforehand, from other rows. Also throws std::invalid_argument if their number
/// differs from that of the constraints, or if they add up to more than delta.
[[nodiscard]] ALCOLE_EXPORT Certificate certify(const learning::TrainedModel& model, const tabular::Dataset& data,
                                                double delta, const Shares& shares, Family family = Family::automatic,
                                                const Context& context = Context());

/// The certificate as JSON text, and back. Throws std::invalid_argument if the text is not a certificate.
[[nodiscard]] ALCOLE_EXPORT std::string to_json(const Certificate& certificate);
[[nodiscard]] ALCOLE_EXPORT Certificate certificate_from_json(std::string_view text);
/// Likewise.
[[nodiscard]] ALCOLE_EXPORT NoBound no_bound_from_json(std::string_view text);

}  // namespace alcole::certify
