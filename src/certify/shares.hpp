#pragma once

#include <alcole/learning/certificate.hpp>

#include <cstddef>
#include <span>
#include <vector>

/// How delta is divided among the constraints. Shares may depend on anything except the rows that the certificate uses.
namespace alcole::certify {

/// Whether the two risks are the two sides d <= b and -d <= b of one gap, with the same bound b >= 0. Such a pair needs
/// only one share of delta. With U and U' the upper bounds of d and -d, an error requires:
///
///     d > b       certifying the first: U <= b < d; calling the second, which holds, violated: U < -b < d
///     -d > b      the same with U' and -d
///     otherwise   both hold; calling the first violated: U' < -b <= -d; calling the second violated: U < -b <= d
///
/// In the first two cases every error implies U < d (or U' < -d), which one share covers. In the last case there are
/// two events. To cover both, each lower end, on which the verdict `violated` rests, is taken at half the share, and no
/// higher than at the whole one.
bool are_two_sides(const tabular::RiskDefinition& one, const tabular::RiskDefinition& other);

/// The number of the claim that each risk belongs to, counted from 0. The two sides of a gap are one claim; every other
/// risk is a claim of its own.
std::vector<std::size_t> claims_of(std::span<const tabular::RiskDefinition> risks);

/// Equal shares for all claims and the objective; 0 for risks whose range the weights do not bound, because they get no
/// bound that could be wrong.
Shares equal_shares(const learning::TrainedModel& model, std::span<const tabular::RiskDefinition> risks, double delta);

/// Shares by need, where `needs` gives the share at which each risk would just be certified:
///
///     every claim, and the objective, keeps a tenth of its equal share;
///     in increasing order of need, claims get what they need as long as the supply lasts;
///     the remainder is divided among all claims in proportion to min(need, delta).
///
/// Whatever equal shares would certify is then certified as well: n of k claims whose needs are at most delta / k take
/// at most n / k of delta.
Shares shares_by_need(const Shares& equal, std::span<const std::size_t> claims, std::span<const double> needs);

}  // namespace alcole::certify
