#pragma once

#include <alcole/learning/outcome.hpp>

#include <string>
#include <string_view>

/// metrics.json and trace.csv: see docs/cli.md for every member, fields.hpp for the list of them.
namespace alcole::learning {

std::string to_json(const Outcome& outcome);
std::string to_json(const Sweep& sweep);
std::string to_json(const Repeated& repeated);
std::string to_json(const Comparison& comparison);

/// The member `optimality` alone.
std::string optimality_json(const Outcome& outcome);

/// The reverse; the trace stays empty. Throws std::runtime_error with a sentence that begins with `name`.
Outcome outcome_from_json(std::string_view text, const std::string& name);

/// iteration, regime, steps, seconds, objective, stationarity, then one slack and one multiplier per constraint.
std::string trace_csv(const Outcome& outcome);

}  // namespace alcole::learning
