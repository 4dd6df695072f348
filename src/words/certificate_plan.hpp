#pragma once

#include <alcole/learning/opening.hpp>

#include "words/vocabulary.hpp"

#include <cstddef>
#include <string>
#include <vector>

/// What a given number of rows can certify, stated before anything is trained.
namespace alcole::words {

/// "'parity': with 600 rows in its smallest group it can be certified only if ...". Empty if sizes do not tell.
Text reach_of(const certify::PlannedConstraint& one);

/// A sentence about the constraint that is hardest to certify with these rows; empty if sizes do not tell.
Text hardest_reach(const std::vector<certify::PlannedConstraint>& planned);

/// All of them, for the command. `rows`: held out for the certificate; `confidence`: that of the certificate.
Document plan_summary(const std::vector<certify::PlannedConstraint>& planned, std::size_t rows, double confidence,
                      const std::string& run_file);

}  // namespace alcole::words
