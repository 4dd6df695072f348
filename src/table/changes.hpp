#pragma once

#include <alcole/tabular/constraint.hpp>

#include <string>
#include <utility>
#include <vector>

namespace alcole::table {

/// A change, and the words for what is changed and how: {"sex, race", "flip, -> red"}.
struct NamedChange {
    std::pair<std::string, std::string> words{};
    tabular::AttributeChange change{};
};

/// The changes that a constraint asks for. A binary attribute has one, the flip; an attribute with more values has one
/// per value; `from` and `to` define one; a number is raised by `add`. Several attributes change at once, in every
/// combination. Throws std::invalid_argument with a sentence if an attribute cannot be changed in this way.
std::vector<NamedChange> changes_of(const tabular::Constraint& constraint, const tabular::Schema& schema);

}  // namespace alcole::table
