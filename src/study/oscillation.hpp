#pragma once

#include "study/study.hpp"

namespace alcole::study {

/// The lambda and slack columns of the last half of a trace.
Oscillation oscillation_of(const Trace& trace);

}  // namespace alcole::study
