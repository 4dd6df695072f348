#pragma once

#include "run/outcome/outcome.hpp"

#include <string>

/// What a sweep found, in words.
namespace alcole::words {

/// Where tightening starts to cost, and what it costs at the tightest bound that was met.
std::string finding(const run::Sweep& sweep);

/// How strong a penalty has to be along the curve.
std::string stability(const run::SweepStability& found);

}  // namespace alcole::words
