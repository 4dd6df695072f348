#pragma once

#include <alcole/export.hpp>
#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/dataset.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace alcole::tabular {

/// What is minimised: the mean loss, or the share of rows that are predicted wrongly. That is a rate, smooth as the
/// rates of constraints are, and a tenth of the mean loss is added to nine tenths of it: it keeps probabilities
/// meaningful where predicted classes do not depend on them.
enum class Objective : std::uint8_t { loss, error_rate };
ALCOLE_EXPORT std::string_view to_string(Objective objective);
ALCOLE_EXPORT Objective objective_from(std::string_view word);

/// What is asked of a model:
///
///     minimise   objective + l2 / 2 |weights|^2        subject to   risk_i <= bound_i  (or >=),   i = 1..m
///
/// It knows no rows and no model. Moving a bound touches that one number: nothing that was made of the rows depends on
/// it.
struct Goal {
    std::vector<RiskDefinition> constraints{};  ///< with their bounds
    double l2 = 0;                              ///< on weights, not on biases; >= 0
    std::string weights{};  ///< a column: how much each row counts in the objective; empty: all the same
    Objective objective = Objective::loss;
    /// How much the rows of each class count in the objective, in the schema's order and beside `weights`; > 0. Empty:
    /// all the same.
    std::vector<double> class_weights{};

    ALCOLE_EXPORT std::vector<double> bounds() const;
    /// One per constraint. Throws std::invalid_argument for another number of them.
    ALCOLE_EXPORT void set_bounds(std::span<const double> bounds);
};

/// Weights under which every class counts the same in the objective: rows / (classes x rows of the class). Throws
/// std::invalid_argument for a target that is a number.
[[nodiscard]] ALCOLE_EXPORT std::vector<double> balanced_class_weights(const Dataset& data);

/// Where a constraint of a goal stands among the constraints of a problem: one place, or one for each of its rows.
/// Those on single rows stand behind all others.
struct RiskPlace {
    std::size_t first = 0;
    std::size_t count = 1;
};

/// Why a risk cannot be computed on these rows, in a sentence: a group that it compares has no rows there, or a column
/// or a value is missing. Empty when it can.
[[nodiscard]] ALCOLE_EXPORT std::string why_not_on(const Dataset& data, const RiskDefinition& risk);

}  // namespace alcole::tabular
