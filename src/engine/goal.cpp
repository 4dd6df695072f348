#include <alcole/tabular/goal.hpp>
#include <alcole/tabular/row_values.hpp>

#include "base/check_size.hpp"

#include <stdexcept>

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

std::string why_not_on(const Dataset& data, const RiskDefinition& risk) {
    try {
        const auto counts = row_counts(data, {&risk, 1});
        for (const std::size_t rows : counts.front())
            if (rows == 0) return "a group it needs has no rows";
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return {};
}

}  // namespace alcole::tabular
