#pragma once

#include "run/outcome/outcome.hpp"

#include <nlohmann/json.hpp>

/// The member `optimality` of metrics.json: see docs/cli.md.
namespace alcole::run {

nlohmann::ordered_json examination_json(const Examination& examination, const Outcome& outcome);

/// The reverse; the constraints of the outcome must be there already. Throws an exception with a sentence for what is
/// no examination of them.
Examination examination_from(const nlohmann::ordered_json& json, const Outcome& outcome);

}  // namespace alcole::run
