#include "learning/outcome/json.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "learning/outcome/fields.hpp"
#include "table/csv_text.hpp"

#include <stdexcept>

namespace alcole::learning {

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
    for (const auto& constraint : outcome.constraints) csv += "," + tabular::csv_cell("slack: " + constraint.name);
    for (const auto& constraint : outcome.constraints) csv += "," + tabular::csv_cell("multiplier: " + constraint.name);
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

}  // namespace alcole::learning
