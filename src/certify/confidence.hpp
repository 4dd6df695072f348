#pragma once

#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/row_values.hpp>

#include "certify/bounds.hpp"
#include "certify/range.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/// Confidence bounds of a risk: a sum of means with coefficients, each over its own rows.
namespace alcole::certify {

/// The draws of one term, or of several that are means over the same rows, added up row by row.
struct TermSample {
    double coefficient = 1;
    Range range{};
    std::vector<double> values{};  ///< within the range
    bool rate = false;             ///< of a kind that is 0 or 1 and nothing else

    double mean() const;
    double variance() const;  ///< divided by n - 1; 0 of fewer than two
};

/// The draws of a risk, or why its bounds cannot be had.
struct RiskSample {
    std::vector<TermSample> terms{};
    std::optional<NoBound> no_bound{};
    bool disjoint = false;  ///< no row can belong to two terms, so that the terms are independent

    /// A gap between the rates of two groups that share no row.
    bool is_gap_of_rates() const;

    double estimate() const;
    std::size_t smallest_group() const;  ///< of the term with the fewest
};

/// Each of the two ends holds with probability 1 - delta, not both together.
struct Confidence {
    double low = 0;
    double high = 0;
};

/// The upper end. With k terms, every term gets delta / k (a union): the upper bound of a term with a positive
/// coefficient and the lower one of a term with a negative coefficient make the upper bound of the sum. Rows may belong
/// to several terms. `automatic` has better for a gap of rates: difference.hpp. Nothing where the family does not
/// apply.
std::optional<double> upper_end(Family family, const RiskSample& risk, double delta);
/// The lower end: minus the upper one of minus the risk.
std::optional<double> lower_end(Family family, const RiskSample& risk, double delta);
/// Both. Of one side of a gap whose other side is judged at the same share (shares.hpp says why), the lower end is at
/// half of delta, and no higher than at all of it.
enum class Side : std::uint8_t { only, one_of_two };
std::optional<Confidence> confidence(Family family, const RiskSample& risk, double delta, Side side = Side::only);
/// Of a family that does not apply.
NoBound does_not_apply(Family family);

/// Why there is no certificate for a counterfactual risk on these rows: nobody knows what the twin of somebody would be
/// whose value training never met. None where there are no such rows.
std::optional<NoBound> unknown_twins(const tabular::Dataset& data, const tabular::RiskDefinition& risk);

/// Whether a condition of the one asks for words of a column of which the other asks for others: then no row meets
/// both.
bool share_no_row(const tabular::Term& one, const tabular::Term& other);

/// Moves values that rounding left outside of the range to its end. False where one lies farther out than rounding
/// explains: the range is then wrong, and so would be every bound that is made with it.
[[nodiscard]] bool move_within(Range range, std::vector<double>& values);

/// A model on some rows, which must outlive it.
class Sampler {
  public:
    Sampler(const learning::TrainedModel& model, const tabular::Dataset& data, const Context& context);

    RiskSample draws_of(const tabular::RiskDefinition& risk);
    /// The loss over all rows.
    RiskSample objective();
    /// Of a counterfactual risk: 1 where the predicted class changes. No terms in regression.
    RiskSample flips_of(const tabular::RiskDefinition& risk);

  private:
    const learning::TrainedModel& model_;
    tabular::RowValues rows_;
};

/// A guess at how many rows such a table would need until the bound on the side of `target` passes it, from the
/// estimate, the variances and how wide the bounds are now. Nothing when the estimate is on the target itself.
std::optional<double> rows_to_reach(double target, Family family, const RiskSample& risk, const Confidence& now,
                                    double delta, std::size_t rows);

}  // namespace alcole::certify
