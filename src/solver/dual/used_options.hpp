#pragma once

#include <alcole/options.hpp>

namespace alcole::solver {

/// The options with every `automatic` and every 0-means-automatic filled in. `epsilon` is the machine epsilon of
/// theta's arithmetic, `natural_scales` says that the problem offers constraint_scales().
Options used_options(Options options, double epsilon, bool natural_scales);

}  // namespace alcole::solver
