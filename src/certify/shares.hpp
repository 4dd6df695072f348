#pragma once

#include <alcole/learning/certificate.hpp>

#include <cstddef>
#include <span>
#include <vector>

/// How delta is shared out. Shares may depend on anything but the rows that will decide.
namespace alcole::certify {

/// Whether the two risks are "one over the other" and "the other over one", at one bound. Such a pair needs one share:
/// with d the difference of the rates, U and U' the upper bounds of d and -d, and b >= 0 the bound,
///
///     d > b     certifying the first needs U <= b < d. The second holds; calling it violated needs U < -b < d
///     -d > b    the same with U' and -d
///     else      both hold; calling the first violated needs U' < -b <= -d, the second U < -b <= d
///
/// In the first two cases everything that can go wrong has U < d (U' < -d), at one share. In the last there are two
/// events, and for them each lower end, from which violations are told, is taken at half of the share, and no higher
/// than at the whole one.
bool are_two_sides(const tabular::RiskDefinition& one, const tabular::RiskDefinition& other);

/// What may be wrong on its own: for every risk the number of its claim, counted from 0; two sides of a gap have the
/// same.
std::vector<std::size_t> claims_of(std::span<const tabular::RiskDefinition> risks);

/// The same for each claim and for the objective, and 0 for what the weights give no range: it has no bound that could
/// be wrong.
Shares equal_shares(const learning::TrainedModel& model, std::span<const tabular::RiskDefinition> risks, double delta);

/// By need, where `needs` says of every risk at which share it would just be certified:
///
///     every claim, and the objective, keeps a tenth of its equal share;
///     in the order of their needs, claims get what they need for as long as it lasts;
///     what is left over goes to all claims, in proportion to min(need, delta).
///
/// All that equal shares would certify is then certified as well: n claims whose needs are within delta / k take no
/// more than n / k of delta.
Shares shares_by_need(const Shares& equal, std::span<const std::size_t> claims, std::span<const double> needs);

}  // namespace alcole::certify
