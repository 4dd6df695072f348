#pragma once

#include <alcole/tabular/constraint.hpp>

#include "certify/bounds.hpp"
#include "certify/range.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace alcole::certify {

/// The expected bound on a risk in a certificate from rows that have not been opened yet.
struct Forecast {
    double estimate = 0;  ///< the risk on the rows at hand
    double expected_bound =
        0;  ///< the confidence bound to expect: an upper one, or a lower one for `at_least` constraints
    std::optional<NoBound> no_bound{};  ///< the reason if there can be none
};

/// How the certificate will be computed.
struct CertificatePlan {
    std::size_t rows = 0;
    double delta = 0.05;  ///< for all constraints together
    Family family = Family::automatic;
};

/// Forecasts the bounds, using only the rows at hand (the training rows) and the number of the other rows. The n draws
/// of each mean are represented by n evenly spaced quantiles of the values at hand. The means of the two sets of rows
/// will differ by chance, with standard deviation
///
///     sd = sqrt( sum_k a_k^2 v_k (1 / n_k + 1 / N_k) )          a_k coefficients, v_k variances, N_k rows at hand
///
/// A margin of 1.64 sd beyond the bound on these quantiles is enough in 19 of 20 cases, unless training has overfitted.
std::vector<Forecast> forecast(const learning::TrainedModel& model, std::span<const tabular::RiskDefinition> risks,
                               const tabular::Dataset& data, const CertificatePlan& plan, const Context& context);

/// The shares of delta that forecast() assumes and that should be passed to certify(). They follow the needs estimated
/// from the rows at hand. To be certified at a share of a, a risk must keep this distance from its bound:
///
///     z s + z^2 r / 2 + 1.64 sd        z: the normal quantile of 1 - a, s^2 = sum_k a_k^2 v_k / n_k: the variance of
///                                      the risk, r: how much a single row can change it
Shares planned_shares(const learning::TrainedModel& model, std::span<const tabular::RiskDefinition> risks,
                      const tabular::Dataset& data, const CertificatePlan& plan, const Context& context);

}  // namespace alcole::certify
