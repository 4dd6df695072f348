#include "table/term_lists.hpp"

#include "table/same.hpp"

#include <algorithm>
#include <utility>

namespace alcole::table {

using tabular::Term;

void add_terms(std::vector<Term>& all, const std::vector<Term>& more, double times) {
    for (Term term : more) {
        term.coefficient *= times;
        const auto known = std::ranges::find_if(all, [&](const Term& other) { return same_mean(other, term); });
        if (known == all.end())
            all.push_back(std::move(term));
        else
            known->coefficient += term.coefficient;
    }
}

}  // namespace alcole::table
