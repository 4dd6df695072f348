#pragma once

#include "study/study.hpp"

#include <functional>
#include <span>
#include <vector>

namespace alcole::study {

double mean(std::span<const double> values);
/// With n in the denominator: of a whole stretch of a trace, not of a sample from it.
double standard_deviation(std::span<const double> values);

/// The mean over seeds with its 95 % bootstrap interval: seeds are drawn with replacement, always with the same
/// generator, so the same values give the same interval. Percentiles are expanded for few seeds (Hesterberg 2015: tails
/// of Phi(-sqrt(n / (n - 1)) t_{n-1})), without which they are far too narrow. One value alone is its own interval.
Interval bootstrap_mean(std::span<const double> values);

/// The lambda and slack columns of the last half of a trace.
Oscillation oscillation_of(const Trace& trace);

}  // namespace alcole::study
