#pragma once

#include "studies/duality.hpp"
#include "studies/learnability.hpp"
#include "studies/study.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace alcole::studies {

/// study.json of each study; docs/study.md, docs/learnability.md and docs/duality.md describe them, fields.hpp lists
/// their members.
std::string to_json(const Study& study);
std::string to_json(const Learnability& study);
std::string to_json(const Duality& study);

/// step, objective, then a multiplier and a slack per constraint.
std::string to_csv(const Trace& trace, const std::vector<ConstraintInfo>& constraints);

}  // namespace alcole::studies
