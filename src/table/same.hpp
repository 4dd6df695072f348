#pragma once

#include <alcole/tabular/constraint.hpp>

#include <algorithm>
#include <tuple>
#include <vector>

/// Whether conditions and terms mean the same, however they were written.
namespace alcole::table {

inline bool same(const tabular::Condition& a, const tabular::Condition& b) {
    return a.column == b.column && a.relation == b.relation && a.values == b.values;
}

inline bool same(const std::vector<tabular::Condition>& a, const std::vector<tabular::Condition>& b) {
    return std::ranges::equal(a, b, [](const auto& one, const auto& other) { return same(one, other); });
}

/// True if the terms are equal apart from their coefficients.
inline bool same_mean(const tabular::Term& a, const tabular::Term& b) {
    const auto rest = [](const tabular::Term& t) {
        return std::tie(t.measure, t.label, t.other_labels, t.of_class, t.label_is_event, t.level, t.end);
    };
    return rest(a) == rest(b) && same(a.rows, b.rows) && same(a.event, b.event);
}

/// True if one sum is the other with the opposite sign. The terms of a sum have different means.
inline bool are_negated(const std::vector<tabular::Term>& sum, const std::vector<tabular::Term>& other) {
    return sum.size() == other.size() && std::ranges::all_of(sum, [&](const tabular::Term& term) {
               return std::ranges::any_of(other, [&](const tabular::Term& its) {
                   return its.coefficient == -term.coefficient && same_mean(its, term);
               });
           });
}

}  // namespace alcole::table
