#pragma once

#include <alcole/tabular/constraint.hpp>

#include "certify/bounds.hpp"
#include "certify/range.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace alcole::certify {

/// What a certificate on rows not yet looked at will probably say of a risk.
struct Forecast {
    double estimate = 0;  ///< the risk on the rows at hand
    double limit = 0;     ///< the confidence bound to be reckoned with: from above, or from below for lower bounds
    std::optional<NoBound> no_bound{};  ///< why there can be none
};

/// How the certificate will be made.
struct Plan {
    std::size_t rows = 0;
    double delta = 0.05;  ///< of all constraints together
    Family family = Family::automatic;
};

/// From the rows at hand (those of training) and the number of the others alone. Each mean is judged as if its values
/// had been drawn as often as the other rows will draw them, n of them: n evenly spaced quantiles stand for the draws.
/// The means of the two sets of rows will differ by chance,
///
///     sd = sqrt( sum_k a_k^2 v_k (1 / n_k + 1 / N_k) )          a_k coefficients, v_k variances, N_k rows at hand
///
/// and 1.64 sd more than the bound so made is enough in 19 of 20 cases, where training has not overfitted.
std::vector<Forecast> forecast(const learning::TrainedModel& model, std::span<const tabular::RiskDefinition> risks,
                               const tabular::Dataset& data, const Plan& plan, const Context& context);

/// The shares of delta that forecast() reckons with and that certify() is to be given: by need, as far as the rows at
/// hand tell it. To be certified at a share of a, a risk must keep from its bound
///
///     z s + z^2 r / 2 + 1.64 sd        z the normal quantile of 1 - a, s^2 = sum_k a_k^2 v_k / n_k the variance of the
///                                      risk, r how far a single row can move it
Shares planned_shares(const learning::TrainedModel& model, std::span<const tabular::RiskDefinition> risks,
                      const tabular::Dataset& data, const Plan& plan, const Context& context);

}  // namespace alcole::certify
