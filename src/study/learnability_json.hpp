#pragma once

#include "study/learnability.hpp"

#include <nlohmann/json.hpp>

namespace alcole::study {

/// The layout of study.json of `study learnability`; docs/learnability.md describes it.
inline constexpr int learnability_schema = 1;

nlohmann::ordered_json to_json(const Learnability& study);

}  // namespace alcole::study
