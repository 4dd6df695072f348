#pragma once

#include <alcole/tabular/constraint.hpp>

#include <vector>

namespace alcole::table {

/// Adds terms, multiplied by `times`; those that are equal apart from their coefficients are merged.
void add_terms(std::vector<tabular::Term>& all, const std::vector<tabular::Term>& more, double times);

}  // namespace alcole::table
