#pragma once

#include "run/outcome/outcome.hpp"
#include "run/training/judge.hpp"

#include <string>
#include <vector>

namespace alcole::app {

/// What came of a run, as text for a terminal: a line per side of the split, a table of the constraints, notes.
std::string run_summary(const run::Outcome& outcome, bool colours);

/// The same for a model on new data.
std::string evaluation_summary(const std::vector<tabular::RiskDefinition>& constraints, const run::Judgement& judgement,
                               bool colours);

/// 0 when every constraint is met in training (and certified, where that was asked for), 2 when one is not, 3 when they
/// cannot be.
int exit_code(const run::Outcome& outcome);

}  // namespace alcole::app
