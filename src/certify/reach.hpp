#pragma once

#include <alcole/learning/opening.hpp>
#include <alcole/tabular/constraint.hpp>

#include "certify/forecast.hpp"

#include <span>

namespace alcole::certify {

/// `groups`: how many of the rows set aside each term of the risk will be the mean of; `delta`: the risk's own share.
/// Every rate is taken to be one half, where bounds are widest, and moved until the risk is what is asked about: for a
/// gap between two groups to 1/2 + gap / 2 and 1/2 - gap / 2. The rows are taken to show what is true, so that half of
/// all draws do worse. Divergences and losses have a margin that depends on the model: see forecast().
Reach reach_of(const tabular::RiskDefinition& risk, std::span<const std::size_t> groups, const Plan& plan,
               double delta);

}  // namespace alcole::certify
