#pragma once

#include <alcole/export.hpp>
#include <alcole/tabular/constraint.hpp>

/// Some constraints depend on which of two classes is the positive one. Check this before letting the positive class be
/// guessed (SchemaOptions::positive).
namespace alcole::tabular {

/// Whether the constraint would mean something else for a target of two classes if the other class were the positive
/// one. Gaps between positive rates, equalized odds and calibration would not. Also false for an expression that cannot
/// be parsed; define_risks() rejects that.
[[nodiscard]] ALCOLE_EXPORT bool asks_for_positive(const Constraint& constraint);

}  // namespace alcole::tabular
