#include "run/outcome/theorem_json.hpp"

#include <array>
#include <stdexcept>

namespace alcole::run {
namespace {

using Json = nlohmann::ordered_json;
using certify::TheoremQuantities;

constexpr std::array numbers = {std::pair("probability", &TheoremQuantities::probability),
                                std::pair("zeta_objective", &TheoremQuantities::zeta_objective),
                                std::pair("zeta_bar", &TheoremQuantities::zeta_bar),
                                std::pair("delta_lambda", &TheoremQuantities::delta_lambda),
                                std::pair("delta_alpha", &TheoremQuantities::delta_alpha),
                                std::pair("objective_bound", &TheoremQuantities::objective_bound)};

}  // namespace

Json theorem_json(const Theorem& theorem) {
    if (!theorem.reason.empty()) return {{"reason", theorem.reason}};
    const TheoremQuantities& promises = theorem.promises;
    Json json = {{"delta", theorem.delta}, {"largest_input", theorem.largest_input}};
    for (const auto& [name, slot] : numbers) json[name] = promises.*slot;
    json["objective_vacuous"] = promises.objective_vacuous;
    json["zeta"] = promises.zeta;
    json["feasibility_vacuous"] = promises.feasibility_vacuous;
    return json;
}

Theorem theorem_from(const Json& json, std::size_t constraints) {
    Theorem theorem;
    if (json.contains("reason")) {
        theorem.reason = json.at("reason").get<std::string>();
        return theorem;
    }
    theorem.delta = json.at("delta").get<double>();
    theorem.largest_input = json.at("largest_input").get<double>();
    TheoremQuantities& promises = theorem.promises;
    for (const auto& [name, slot] : numbers) promises.*slot = json.at(name).get<double>();
    promises.objective_vacuous = json.at("objective_vacuous").get<bool>();
    promises.zeta = json.at("zeta").get<std::vector<double>>();
    promises.feasibility = promises.zeta;
    promises.feasibility_vacuous = json.at("feasibility_vacuous").get<std::vector<bool>>();
    if (promises.zeta.size() != constraints || promises.feasibility_vacuous.size() != constraints)
        throw std::invalid_argument("'theorem' must have one entry per constraint");
    return theorem;
}

}  // namespace alcole::run
