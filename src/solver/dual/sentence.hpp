#pragma once

#include <alcole/result.hpp>

#include "solver/dual/constraints.hpp"

#include <string>

namespace alcole::solver {

/// The one sentence a Summary says about itself. `trouble` says what was not finite, where something was not.
std::string sentence(const Summary& summary, const Constraints& constraints, const std::string& trouble);

}  // namespace alcole::solver
