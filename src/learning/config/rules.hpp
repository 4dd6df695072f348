#pragma once

#include <alcole/tabular/constraint.hpp>

#include <map>
#include <string>
#include <string_view>

/// What a key of a run file must be beyond its type.
namespace alcole::learning::rules {

bool is_path(const std::string& text);
bool is_delimiter(const std::string& text);
bool is_sign_or_nothing(const std::string& text);
bool is_sha256(const std::string& text);

/// Both throw std::invalid_argument with a sentence.
void check_condition(const std::string& text);
void check_merge(const std::string& text);

/// "yes: 3, no: 1" by class; empty for an empty text and for "balanced". Throws std::invalid_argument with a sentence.
std::map<std::string, double> class_weights_in(const std::string& text);
void check_class_weights(const std::string& text);

/// Reads an expression; throws std::invalid_argument with a sentence.
void check_risk(const std::string& text);

/// Whether rates of groups are compared.
bool is_gap(tabular::ConstraintKind kind);
/// Whether it has no bound in itself: neither an expression's, nor four fifths.
bool needs_bound(const tabular::Constraint& constraint);
/// Whether another bound leaves the risk what it is.
bool can_be_swept(const tabular::Constraint& constraint);

/// Whether a key of [[constraint]] has a meaning for constraints of this kind.
bool applies(std::string_view key, tabular::ConstraintKind kind);
/// Throws std::invalid_argument with a sentence when it has none.
void check_applies(std::string_view key, tabular::ConstraintKind kind);

/// Throws std::invalid_argument with a sentence when the keys of one constraint do not fit together.
void check_constraint(const tabular::Constraint& constraint);

}  // namespace alcole::learning::rules
