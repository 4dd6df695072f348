#pragma once

#include "run/outcome/outcome.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

/// metrics.json and trace.csv: see docs/cli.md for every member.
namespace alcole::run {

nlohmann::ordered_json to_json(const Outcome& outcome);

/// The reverse; the trace stays empty. Throws std::runtime_error with a sentence that begins with `name`.
Outcome outcome_from_json(std::string_view text, const std::string& name);

nlohmann::ordered_json to_json(const Side& side);
nlohmann::ordered_json to_json(const Sweep& sweep);
nlohmann::ordered_json to_json(const Repeated& repeated);
nlohmann::ordered_json to_json(const Comparison& comparison);

/// iteration, regime, steps, seconds, objective, stationarity, then one slack and one multiplier per constraint.
std::string trace_csv(const Outcome& outcome);

}  // namespace alcole::run
