#include "base/json.hpp"
#include "model_file/model_file.hpp"
#include "table/fields.hpp"

#include <cmath>
#include <stdexcept>

namespace alcole::model_file {

using tabular::RiskDefinition;

std::string to_json(const std::vector<RiskDefinition>& constraints) {
    for (const auto& risk : constraints) {
        bool finite = std::isfinite(risk.bound);
        for (const auto& term : risk.terms) finite = finite && std::isfinite(term.coefficient);
        if (!finite)
            throw std::invalid_argument("constraint " + base::quoted(risk.name) +
                                        " cannot be written: a number in it is not finite");
    }
    return base::json_text(constraints, "a constraint", -1, base::Order::by_name);
}

std::vector<RiskDefinition> constraints_from_json(std::string_view text) {
    return base::from_json<std::vector<RiskDefinition>>(text, "list of constraints");
}

}  // namespace alcole::model_file
