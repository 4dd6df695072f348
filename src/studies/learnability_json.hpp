#pragma once

#include "studies/learnability.hpp"

#include <nlohmann/json.hpp>

namespace alcole::studies {

/// The layout of study.json of `study learnability`; docs/learnability.md describes it.
inline constexpr int learnability_schema = 1;

nlohmann::ordered_json to_json(const Learnability& study);

}  // namespace alcole::studies
