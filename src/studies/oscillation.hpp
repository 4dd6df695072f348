#pragma once

#include "studies/study.hpp"

namespace alcole::studies {

/// The lambda and slack columns of the last half of a trace.
Oscillation oscillation_of(const Trace& trace);

}  // namespace alcole::studies
