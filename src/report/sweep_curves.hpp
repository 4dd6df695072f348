#pragma once

#include "report/figure.hpp"
#include "run/outcome/outcome.hpp"

#include <string>
#include <string_view>

namespace alcole::report {

/// How a bound of a sweep ended: a marker, a word, and its sign in tables.
struct PointLook {
    int slot = 0;
    std::string_view word;
    std::string_view sign;
};
PointLook look_of(const run::SweepPoint& point);

/// The trade-off curve with its tangents, the quality and the price, all against the bound.
Figure trade_off_figure(const run::Sweep& sweep);

}  // namespace alcole::report
