#pragma once

#include "studies/study.hpp"

#include <string>

#include <nlohmann/json.hpp>

namespace alcole::studies {

/// The layout of study.json; docs/study.md describes it.
constexpr int study_schema = 1;

nlohmann::ordered_json to_json(const Study& study);

/// One run without its trace, and back. Throws nlohmann::json::exception for anything else.
nlohmann::ordered_json to_json(const Run& run);
Run run_from(const nlohmann::ordered_json& json);

/// A trace as CSV, and back. Throws std::runtime_error with a sentence.
std::string to_csv(const Trace& trace, const std::vector<ConstraintInfo>& constraints);

}  // namespace alcole::studies
