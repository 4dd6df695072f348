#include "base/json.hpp"

#include "base/text.hpp"
#include "studies/fields.hpp"

namespace alcole::studies {

std::string to_json(const Study& study) { return base::json_text(study, "study.json", 1); }
std::string to_json(const Learnability& study) { return base::json_text(study, "study.json", 1); }
std::string to_json(const Duality& study) { return base::json_text(study, "study.json", 1); }

std::string to_csv(const Trace& trace, const std::vector<ConstraintInfo>& constraints) {
    std::string csv = "step,objective";
    for (const auto& constraint : constraints) csv += "," + base::csv_cell("lambda: " + constraint.name);
    for (const auto& constraint : constraints) csv += "," + base::csv_cell("slack: " + constraint.name);
    for (const auto& constraint : constraints) csv += "," + base::csv_cell("flip: " + constraint.name);
    csv += '\n';
    for (std::size_t t = 0; t < trace.objective.size(); ++t) {
        csv += std::to_string(t + 1) + "," + base::number_text(trace.objective[t]);
        for (const auto* values : {&trace.lambda[t], &trace.slack[t], &trace.flip[t]})
            for (const double v : *values) csv += "," + base::number_text(v);
        csv += '\n';
    }
    return csv;
}

}  // namespace alcole::studies
