#pragma once

#include <alcole/options.hpp>

namespace alcole::solver {

/// The options with the actual value in place of every `automatic` and every 0 that means automatic. `epsilon`: the
/// machine epsilon of theta's arithmetic; `natural_scales`: whether the problem offers constraint_scales().
Options used_options(Options options, double epsilon, bool natural_scales);

}  // namespace alcole::solver
