#include "table/term_lists.hpp"

#include <algorithm>
#include <utility>

namespace alcole::table {
namespace {

using tabular::Condition;
using tabular::Term;

bool same_rows(const std::vector<Condition>& a, const std::vector<Condition>& b) {
    return std::ranges::equal(a, b, [](const Condition& one, const Condition& other) {
        return one.column == other.column && one.relation == other.relation && one.values == other.values;
    });
}

}  // namespace

bool are_same_but_for_coefficients(const Term& a, const Term& b) {
    return a.measure == b.measure && a.label == b.label && a.other_labels == b.other_labels &&
           a.of_class == b.of_class && a.label_is_event == b.label_is_event && a.level == b.level && a.end == b.end &&
           same_rows(a.rows, b.rows) && same_rows(a.event, b.event);
}

void add_terms(std::vector<Term>& all, const std::vector<Term>& more, double times) {
    for (Term term : more) {
        term.coefficient *= times;
        const auto known =
            std::ranges::find_if(all, [&](const Term& other) { return are_same_but_for_coefficients(other, term); });
        if (known == all.end())
            all.push_back(std::move(term));
        else
            known->coefficient += term.coefficient;
    }
}

}  // namespace alcole::table
