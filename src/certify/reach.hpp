#pragma once

#include <alcole/learning/opening.hpp>
#include <alcole/tabular/constraint.hpp>

#include "certify/forecast.hpp"

#include <span>

namespace alcole::certify {

/// What certification can reach before a model exists. `groups`: the number of certification rows that each term of the
/// risk will average over; `delta`: the risk's own share. Every rate is assumed to be one half, where bounds are
/// widest, and then shifted until the risk has the value in question; a gap between two groups, for example, has the
/// rates 1/2 + gap / 2 and 1/2 - gap / 2. The rows are assumed to show exactly the true rates, so about half of all
/// samples do worse. For divergences and losses the margin depends on the model; see forecast().
Reach reach_of(const tabular::RiskDefinition& risk, std::span<const std::size_t> groups, const CertificatePlan& plan,
               double delta);

}  // namespace alcole::certify
