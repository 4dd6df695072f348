#pragma once

#include <alcole/export.hpp>
#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/dataset.hpp>

#include <span>
#include <string>
#include <vector>

namespace alcole::tabular {

/// What is asked of a model:
///
///     minimise   mean loss + l2 / 2 |weights|^2        subject to   risk_i <= bound_i  (or >=),   i = 1..m
///
/// It knows no rows and no model. Moving a bound touches that one number: nothing that was made of the rows depends on
/// it.
struct Goal {
    std::vector<RiskDefinition> constraints{};  ///< with their bounds
    double l2 = 0;                              ///< on weights, not on biases; >= 0
    std::string weights{};                      ///< a column: how much each row counts in the loss; empty: all the same

    ALCOLE_EXPORT std::vector<double> bounds() const;
    /// One per constraint. Throws std::invalid_argument for another number of them.
    ALCOLE_EXPORT void set_bounds(std::span<const double> bounds);
};

/// Why a risk cannot be computed on these rows, in a sentence: a group that it compares has no rows there, or a column
/// or a value is missing. Empty when it can.
[[nodiscard]] ALCOLE_EXPORT std::string why_not_on(const Dataset& data, const RiskDefinition& risk);

}  // namespace alcole::tabular
