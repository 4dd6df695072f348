#pragma once

#include <alcole/learning/sweep.hpp>

#include "words/common.hpp"

/// What a tighter bound costs, in words.
namespace alcole::words {

/// Where tightening starts to cost, and what it costs at the tightest bound that was met.
Text finding(const learning::Sweep& sweep);

/// How strong a penalty has to be along the curve.
Text stability(const learning::SweepStability& found);

/// The page: the trade-off curve and every bound of it.
Document sweep_page(const learning::Sweep& sweep);

/// The same for a terminal.
Document sweep_summary(const learning::Sweep& sweep);

/// The trade-off curve with its tangents, the quality and the price, all against the bound.
Figure trade_off_figure(const learning::Sweep& sweep);

}  // namespace alcole::words
