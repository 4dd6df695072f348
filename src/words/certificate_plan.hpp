#pragma once

#include <alcole/learning/opening.hpp>

#include "words/vocabulary.hpp"

#include <cstddef>
#include <string>
#include <vector>

/// What so many rows can certify, said before anything is trained.
namespace alcole::words {

/// "'parity': with 600 rows in its smallest group it can be certified only if ...". Empty where sizes tell nothing.
Text reach_of(const certify::PlannedConstraint& constraint);

/// The constraint whose certificate the rows make hardest, in a sentence; empty where sizes tell nothing.
Text hardest_reach(const std::vector<certify::PlannedConstraint>& planned);

/// All of them, for the command. `rows`: held out for it; `confidence`: of the certificate.
Document plan_summary(const std::vector<certify::PlannedConstraint>& planned, std::size_t rows, double confidence,
                      const std::string& run_file);

}  // namespace alcole::words
