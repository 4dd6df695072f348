#include <alcole/tabular/goal.hpp>
#include <alcole/tabular/row_values.hpp>

#include "base/check_size.hpp"
#include "engine/plan/truths.hpp"

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

std::vector<double> balanced_class_weights(const Dataset& data) {
    const Target& target = data.schema().target;
    if (target.task == Task::regression)
        throw std::invalid_argument("class weights are given, but '" + target.column + "' is a number to predict");
    std::vector<double> weights(target.classes.size());
    const engine::Truths truths = engine::truths_of(data.schema(), data.table());
    for (const auto label : truths.labels) weights[static_cast<std::size_t>(label)] += 1;
    const double share = static_cast<double>(data.num_rows()) / static_cast<double>(weights.size());
    for (double& weight : weights) weight = weight > 0 ? share / weight : 1;
    return weights;
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
