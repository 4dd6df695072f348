#pragma once

#include "studies/study.hpp"

#include <cstddef>

namespace alcole::studies {

/// Fewer than these decide nothing.
inline constexpr std::size_t least_seeds = 3;

/// Holds when the whole interval lies within [from, to], fails when all of it lies outside.
inline Verdict judged(const Interval& interval, double from, double to, std::size_t seeds) {
    if (seeds < least_seeds) return Verdict::undecided;
    if (interval.low >= from && interval.high <= to) return Verdict::holds;
    if (interval.high < from || interval.low > to) return Verdict::fails;
    return Verdict::undecided;
}

}  // namespace alcole::studies
