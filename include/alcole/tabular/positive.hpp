#pragma once

#include <alcole/export.hpp>
#include <alcole/tabular/constraint.hpp>

/// Which of two classes is the positive one matters to some constraints and not to others: who lets it be guessed where
/// nobody names one (SchemaOptions::positive) has to ask.
namespace alcole::tabular {

/// Whether the constraint would say something else of a target of two classes if the other one were the positive one.
/// Gaps between positive rates, equalized odds and calibration would not. False, too, for what cannot be read:
/// define_risks() refuses that.
[[nodiscard]] ALCOLE_EXPORT bool asks_for_positive(const Constraint& constraint);

}  // namespace alcole::tabular
