#pragma once

#include "run/outcome/outcome.hpp"

#include <nlohmann/json.hpp>

/// The member `theorem` of metrics.json: see docs/cli.md.
namespace alcole::run {

nlohmann::ordered_json theorem_json(const Theorem& theorem);

/// The reverse, for so many constraints. Throws an exception with a sentence for what is no such thing.
Theorem theorem_from(const nlohmann::ordered_json& json, std::size_t constraints);

}  // namespace alcole::run
