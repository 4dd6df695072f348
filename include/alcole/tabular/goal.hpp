#pragma once

#include <alcole/export.hpp>
#include <alcole/note.hpp>
#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/dataset.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace alcole::tabular {

/// What is minimised: the mean loss, or 0.85 times the share of wrong predictions plus 0.15 times the mean loss. The
/// share of the loss keeps probabilities meaningful where predicted classes do not depend on them.
enum class Objective : std::uint8_t { loss, error_rate };
[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(Objective objective);
[[nodiscard]] ALCOLE_EXPORT Objective objective_from(std::string_view word);

/// What is asked of a model:
///
///     minimise   objective + l2 / 2 |weights|^2        subject to   risk_i <= bound_i  (or >=),   i = 1..m
///
/// A Goal refers to no rows and no model. Moving a bound changes just that number: nothing computed from the rows
/// depends on it.
struct Goal {
    std::vector<RiskDefinition> constraints{};  ///< with their bounds
    double l2 = 0;                              ///< on weights, not on biases; >= 0
    std::string weights{};  ///< a column with the weight of each row in the objective; empty: all equal
    Objective objective = Objective::loss;
    /// For the error rate: 0 counts errors, which are smoothed during the search like the rates of constraints. A width
    /// w > 0 keeps them smooth: a row counts as 1 - p(s / w), with the probability p of its class if its scores s are
    /// divided by w. Counted errors overfit more: a few rows near the threshold decide.
    double error_width = 0;
    /// The weights of the classes in the objective, in the schema's order, multiplied by those of the rows; > 0. Empty:
    /// all equal.
    std::vector<double> class_weights{};

    [[nodiscard]] ALCOLE_EXPORT std::vector<double> bounds() const;
    /// Sets one bound per constraint. Throws std::invalid_argument if the number differs.
    ALCOLE_EXPORT void set_bounds(std::span<const double> bounds);
};

/// Class weights that give all classes the same total weight: rows / (classes x rows of the class). Throws
/// std::invalid_argument if the target is a number.
[[nodiscard]] ALCOLE_EXPORT std::vector<double> balanced_class_weights(const Dataset& data);

/// The position of a goal's constraint among the constraints of a problem: one place, or one for each of its rows.
/// Constraints on single rows come after all others.
struct RiskPlace {
    std::size_t first = 0;
    std::size_t count = 1;
};

/// Explains why a risk cannot be computed on these rows: a group that it compares has no rows, or a column or a value
/// is missing. The note names the risk as its constraint; none if it can be computed. Throws std::invalid_argument if a
/// row has no target, or one that is unknown.
[[nodiscard]] ALCOLE_EXPORT std::optional<Note> why_not_on(const Dataset& data, const RiskDefinition& risk);

}  // namespace alcole::tabular
