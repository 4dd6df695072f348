#include "base/json.hpp"

#include <alcole/learning/outcome.hpp>
#include <alcole/learning/repeat.hpp>
#include <alcole/learning/sweep.hpp>

#include "base/text.hpp"
#include "learning/outcome/fields.hpp"

#include <stdexcept>

namespace alcole::learning {
namespace {

std::string cell(const std::optional<Interval>& interval) {
    if (!interval) return ",,,";
    return "," + base::number_text(interval->estimate) + "," + base::number_text(interval->low) + "," +
           base::number_text(interval->high);
}

}  // namespace

std::string to_json(const Outcome& outcome) { return base::json_text(outcome, "metrics.json", 2); }
std::string to_json(const Repeated& repeated) { return base::json_text(repeated, "the results", 2); }
std::string to_json(const Comparison& comparison) { return base::json_text(comparison, "the results", 2); }
std::string to_json(const Sweep& sweep) { return base::json_text(sweep, "the results", 2); }

std::string optimality_json(const Outcome& outcome) {
    const auto members = [&](auto& visit) {
        if (!outcome.optimality) return;
        fields(visit, *outcome.optimality);
        add_active(visit, *outcome.optimality, constraint_names(outcome));
    };
    return base::json_text(base::Group{members}, "the results", 2);
}

Outcome outcome_from_json(std::string_view text, const std::string& name) {
    try {
        return base::from_json<Outcome>(text, "metrics.json of alcole");
    } catch (const std::invalid_argument& error) {
        throw std::runtime_error(name + ": " + error.what());
    }
}

std::string trace_csv(const Outcome& outcome) {
    std::string csv = "iteration,regime,steps,seconds,objective,stationarity";
    for (const auto& constraint : outcome.constraints) csv += "," + base::csv_cell("slack: " + constraint.name);
    for (const auto& constraint : outcome.constraints) csv += "," + base::csv_cell("multiplier: " + constraint.name);
    csv += '\n';
    for (const auto& row : outcome.trace) {
        csv += std::to_string(row.iteration) + "," + std::string(base::enum_name(row.regime)) + "," +
               std::to_string(row.steps) + "," + base::number_text(row.seconds) + "," +
               base::number_text(row.objective) + "," + base::number_text(row.stationarity);
        for (const double value : row.slack) csv += "," + base::number_text(value);
        for (const double value : row.multiplier) csv += "," + base::number_text(value);
        csv += '\n';
    }
    return csv;
}

std::string prices_csv(const Outcome& outcome) {
    if (outcome.row_prices.empty()) return {};
    std::string csv = "constraint,row,risk,multiplier\n";
    for (const auto& price : outcome.row_prices)
        csv += base::csv_cell(outcome.constraints[price.constraint].name) + "," + std::to_string(price.row) + "," +
               base::number_text(price.risk) + "," + base::number_text(price.multiplier) + "\n";
    return csv;
}

std::string to_csv(const Sweep& sweep) {
    std::string csv = "bound,status,met,objective,slope,risk,train_accuracy";
    for (const std::string name : {"held_out_objective", "held_out_accuracy", "held_out_risk"})
        csv.append(",").append(name).append(",").append(name).append("_low,").append(name).append("_high");
    csv += '\n';
    for (const auto& point : sweep.points) {
        csv += base::number_text(point.bound) + "," + std::string(to_string(point.status)) +
               (point.met ? ",true" : ",false");
        for (const double value : {point.objective, point.slope, point.risk, point.train_accuracy})
            csv += "," + base::number_text(value);
        csv += cell(point.held_out_objective) + cell(point.held_out_accuracy) + cell(point.held_out_risk) + '\n';
    }
    return csv;
}

}  // namespace alcole::learning
