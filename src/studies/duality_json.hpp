#pragma once

#include "studies/duality.hpp"

#include <nlohmann/json.hpp>

namespace alcole::studies {

/// The layout of study.json of `study duality`; docs/duality.md describes it.
inline constexpr int duality_schema = 1;

nlohmann::ordered_json to_json(const Duality& study);

}  // namespace alcole::studies
