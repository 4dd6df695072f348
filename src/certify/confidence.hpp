#pragma once

#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/row_values.hpp>

#include "certify/bounds.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/// Confidence bounds on a risk, which is a weighted sum of means, each over its own rows.
namespace alcole::certify {

/// The draws of one term, or of several terms over the same rows, added up row by row.
struct TermSample {
    double coefficient = 1;
    Range range{};
    std::vector<double> values{};  ///< within the range
    bool rate = false;             ///< the values can only be 0 or 1

    double mean() const;
    double variance() const;  ///< with n - 1 in the denominator; 0 for fewer than two values
};

/// The draws of a risk, or the reason why it has no bounds.
struct RiskSample {
    std::vector<TermSample> terms{};
    std::optional<NoBound> no_bound{};
    bool disjoint = false;  ///< no row can belong to two terms, so the terms are independent

    /// Whether this is a gap between the rates of two groups that share no row.
    bool is_gap_of_rates() const;

    double estimate() const;
    std::size_t smallest_group() const;  ///< the number of rows of the term with the fewest
};

/// Each end holds with probability 1 - delta; both together need not.
struct Confidence {
    double low = 0;
    double high = 0;
};

/// The upper end. With k terms, each term gets delta / k (a union bound): the upper bounds of terms with positive
/// coefficients and the lower bounds of terms with negative ones add up to an upper bound on the risk. Rows may belong
/// to several terms. For a gap of rates, `automatic` uses the sharper bound of difference.hpp. Returns nothing if the
/// family does not apply.
std::optional<double> upper_end(Family family, const RiskSample& risk, double delta);
/// The lower end: minus the upper end of minus the risk.
std::optional<double> lower_end(Family family, const RiskSample& risk, double delta);
/// Both ends. If the risk is one side of a gap whose other side is judged at the same share of delta, the lower end is
/// taken at delta / 2, and is no higher than that at delta; shares.hpp says why.
enum class Side : std::uint8_t { only, one_of_two };
std::optional<Confidence> confidence(Family family, const RiskSample& risk, double delta, Side side = Side::only);
/// The reason for a family that does not apply to the risk.
NoBound does_not_apply(Family family);

/// The reason why a counterfactual risk cannot be certified on these rows, if there is one: rows whose attribute has a
/// value that did not occur in training have no known twin.
std::optional<NoBound> unknown_twins(const tabular::Dataset& data, const tabular::RiskDefinition& risk);

/// Whether the two terms have conditions on the same column that require different words, so that no row meets both.
bool share_no_row(const tabular::Term& one, const tabular::Term& other);

/// Clamps values that are outside the range because of rounding. False if a value is farther outside than rounding
/// explains; the range is then wrong, and so would be every bound based on it.
[[nodiscard]] bool move_within(Range range, std::vector<double>& values);

/// Computes the draws of risks for a model, which must outlive it, on given rows.
class Sampler {
  public:
    Sampler(const learning::TrainedModel& model, const tabular::Dataset& data, const Context& context);

    RiskSample draws_of(const tabular::RiskDefinition& risk);
    /// The draws of the loss over all rows.
    RiskSample objective();
    /// For a counterfactual risk: 1 for rows whose predicted class changes, otherwise 0. Has no terms in regression.
    RiskSample flips_of(const tabular::RiskDefinition& risk);

  private:
    const learning::TrainedModel& model_;
    tabular::RowValues rows_;
};

/// An estimate of the number of rows that a table like this one needs for the confidence bound to pass `target`, from
/// the current estimate, variances and width of the bounds. Nothing if the estimate equals the target, or if it would
/// take practically for ever.
std::optional<double> rows_to_reach(double target, Family family, const RiskSample& risk, const Confidence& now,
                                    double delta, std::size_t rows);

}  // namespace alcole::certify
