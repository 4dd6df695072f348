#pragma once

#include <alcole/tabular/constraint.hpp>

#include <map>
#include <string>
#include <string_view>

/// Requirements on the values of a run file beyond their types.
namespace alcole::learning::rules {

bool is_path(const std::string& text);
bool is_delimiter(const std::string& text);
bool is_sign_or_nothing(const std::string& text);
bool is_sha256(const std::string& text);

/// Both throw std::invalid_argument with a sentence.
void check_condition(const std::string& text);
void check_merge(const std::string& text);

/// Parses "yes: 3, no: 1" into weights by class; empty for an empty text and for "balanced". Throws
/// std::invalid_argument with a sentence.
std::map<std::string, double> class_weights_in(const std::string& text);
void check_class_weights(const std::string& text);

/// Parses an expression; throws std::invalid_argument with a sentence.
void check_risk(const std::string& text);

/// True if the kind compares rates or means of groups.
bool is_gap(tabular::ConstraintKind kind);
/// True if `bound` must be given: not if it is minimised or part of the expression (or the expression itself is
/// missing), nor for four_fifths, which has a default.
bool needs_bound(const tabular::Constraint& constraint);
/// True if `bound` is the one bound of everything that the constraint states.
bool can_be_swept(const tabular::Constraint& constraint);

/// True if the key of [[constraint]] applies to constraints of this kind.
bool applies(std::string_view key, tabular::ConstraintKind kind);
/// Throws std::invalid_argument with a sentence if the key does not apply.
void check_applies(std::string_view key, tabular::ConstraintKind kind);

/// Throws std::invalid_argument with a sentence if the keys of a constraint do not fit together.
void check_constraint(const tabular::Constraint& constraint);

}  // namespace alcole::learning::rules
