#include <alcole/tabular/goal.hpp>
#include <alcole/tabular/row_values.hpp>

#include "base/check_size.hpp"
#include "table/refused_condition.hpp"

#include <algorithm>

namespace alcole::tabular {

std::vector<double> Goal::bounds() const {
    std::vector<double> result;
    for (const auto& risk : constraints) result.push_back(risk.bound);
    return result;
}

void Goal::set_bounds(std::span<const double> bounds) {
    base::check_size("the bounds", bounds.size(), constraints.size(), "one per constraint");
    for (std::size_t i = 0; i < bounds.size(); ++i) constraints[i].bound = bounds[i];
}

std::optional<Note> why_not_on(const Dataset& data, const RiskDefinition& risk) {
    std::optional<Note> why;
    try {
        const auto counts = row_counts(data, {&risk, 1});
        if (std::ranges::find(counts.front(), 0U) != counts.front().end()) why = {.kind = Note::Kind::empty_group};
    } catch (const table::RefusedCondition& refused) {
        why = refused.why();
    }
    if (why) why->constraint = risk.name;
    return why;
}

}  // namespace alcole::tabular
