#pragma once

#include <alcole/learning/sweep.hpp>
#include <alcole/options.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace alcole::learning {

/// Tests  p(u) >= p(0) - <lambda, u> - alpha |u|^2  along the swept ray. The base point, u = 0, is the run file's own
/// bound if it was swept, or else the nearest bound that was met. `asked`: the bounds of the swept constraints in the
/// run file; `risks`: how many risks they stand for; `tolerance`: that of the values of p. Bounds that were missed
/// without being infeasible say nothing about p and are left out. Nothing if no bound was met.
std::optional<SweepStability> stability_of(const Sweep& sweep, const std::vector<double>& asked, std::size_t risks,
                                           const Options::Tolerance& tolerance);

}  // namespace alcole::learning
