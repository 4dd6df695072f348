#include "run/outcome/examination_json.hpp"

#include <array>
#include <cmath>
#include <stdexcept>

namespace alcole::run {
namespace {

using Json = nlohmann::ordered_json;
using alcole::Decision;
using alcole::Residual;

constexpr std::array kkt_fields = {std::pair("stationarity", &Kkt::stationarity),
                                   std::pair("violation", &Kkt::violation),
                                   std::pair("complementarity", &Kkt::complementarity), std::pair("sign", &Kkt::sign)};
constexpr std::array licq_fields = {std::pair("ratio", &Licq::ratio), std::pair("smallest", &Licq::smallest),
                                    std::pair("largest", &Licq::largest), std::pair("fails_below", &Licq::fails_below),
                                    std::pair("holds_above", &Licq::holds_above)};
constexpr std::array tolerance_fields = {std::pair("stationarity", &Options::Tolerance::stationarity),
                                         std::pair("violation", &Options::Tolerance::violation),
                                         std::pair("complementarity", &Options::Tolerance::complementarity)};
constexpr std::array convergence_fields = {std::pair("violation", &PrimalConvergence::violation),
                                           std::pair("last_violation", &PrimalConvergence::last_violation),
                                           std::pair("objective_low", &PrimalConvergence::objective_low),
                                           std::pair("objective_high", &PrimalConvergence::objective_high),
                                           std::pair("multiplier_growth", &PrimalConvergence::multiplier_growth)};
constexpr std::array alpha_fields = {std::pair("alpha_min", &SecondOrder::alpha_min),
                                     std::pair("alpha_min_in_box", &SecondOrder::alpha_min_in_box)};

/// JSON has no infinity: what is none is null.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }
Json number(const std::optional<double>& value) { return value ? number(*value) : Json(); }

std::optional<double> optional_number(const Json& json) {
    return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

Decision verdict_from(const Json& json) {
    const auto word = json.get<std::string>();
    for (const Decision verdict : {Decision::holds, Decision::fails, Decision::undetermined})
        if (to_string(verdict) == word) return verdict;
    throw std::invalid_argument("'" + word + "' is no verdict");
}

Iterate iterate_from(const Json& json) {
    const auto word = json.get<std::string>();
    for (const Iterate iterate : {Iterate::last, Iterate::best, Iterate::least_violating})
        if (to_string(iterate) == word) return iterate;
    throw std::invalid_argument("'" + word + "' is no iterate");
}

Json standing_json(const Standing& standing) {
    Json json = {{"iterate", to_string(standing.iterate)}};
    for (const auto& [name, slot] : tolerance_fields) json["tolerance"][name] = standing.tolerance.*slot;
    json["gradient_size"] = standing.gradient_size;
    json["alpha"] = standing.alpha;
    json["shift"] = standing.shift;
    return json;
}

/// One per constraint, or none.
std::vector<double> per_constraint(const Json& json, const Outcome& outcome) {
    auto values = json.get<std::vector<double>>();
    if (!values.empty() && values.size() != outcome.constraints.size())
        throw std::invalid_argument("'optimality' must have one entry per constraint");
    return values;
}

Standing standing_from(const Json& json, const Outcome& outcome) {
    Standing standing{.iterate = iterate_from(json.at("iterate"))};
    for (const auto& [name, slot] : tolerance_fields)
        standing.tolerance.*slot = json.at("tolerance").at(name).get<double>();
    standing.gradient_size = json.at("gradient_size").get<double>();
    standing.alpha = per_constraint(json.at("alpha"), outcome);
    standing.shift = per_constraint(json.at("shift"), outcome);
    return standing;
}

Json kkt_json(const Kkt& kkt) {
    Json json;
    for (const auto& [name, slot] : kkt_fields) {
        const Residual& judged = kkt.*slot;
        json[name] = {{"value", number(judged.value)},
                      {"tolerance", number(judged.tolerance)},
                      {"verdict", to_string(judged.verdict)}};
    }
    json["verdict"] = to_string(kkt.verdict);
    return json;
}

Kkt kkt_from(const Json& json) {
    Kkt kkt{.verdict = verdict_from(json.at("verdict"))};
    for (const auto& [name, slot] : kkt_fields) {
        const Json& entry = json.at(name);
        kkt.*slot = {.value = optional_number(entry.at("value")).value_or(NAN),
                     .tolerance = optional_number(entry.at("tolerance")).value_or(NAN),
                     .verdict = verdict_from(entry.at("verdict"))};
    }
    return kkt;
}

Json names_at(const std::vector<std::size_t>& places, const Outcome& outcome) {
    Json names = Json::array();
    for (const std::size_t i : places) names.push_back(outcome.constraints.at(i).name);
    return names;
}

Json active_json(const ActiveSet& active, const Outcome& outcome) {
    return {{"strongly_active", names_at(active.strongly_active, outcome)},
            {"weakly_active", names_at(active.weakly_active, outcome)},
            {"strongly_active_places", active.strongly_active},
            {"weakly_active_places", active.weakly_active},
            {"tolerance", active.tolerance},
            {"multiplier_tolerance", active.multiplier_tolerance}};
}

std::vector<std::size_t> places_from(const Json& json, const Outcome& outcome) {
    auto places = json.get<std::vector<std::size_t>>();
    for (const std::size_t i : places)
        if (i >= outcome.constraints.size()) throw std::invalid_argument("a place is beyond the last constraint");
    return places;
}

ActiveSet active_from(const Json& json, const Outcome& outcome) {
    return {.strongly_active = places_from(json.at("strongly_active_places"), outcome),
            .weakly_active = places_from(json.at("weakly_active_places"), outcome),
            .tolerance = json.at("tolerance").get<double>(),
            .multiplier_tolerance = json.at("multiplier_tolerance").get<double>()};
}

Json licq_json(const Licq& licq) {
    Json json;
    for (const auto& [name, slot] : licq_fields) json[name] = number(licq.*slot);
    json["verdict"] = to_string(licq.verdict);
    return json;
}

Licq licq_from(const Json& json) {
    Licq licq{.verdict = verdict_from(json.at("verdict"))};
    for (const auto& [name, slot] : licq_fields) licq.*slot = optional_number(json.at(name)).value_or(NAN);
    return licq;
}

Json eigenvalue_json(const std::optional<Eigenvalue>& eigenvalue) {
    if (!eigenvalue) return {};
    return {{"value", number(eigenvalue->value)},
            {"error", number(eigenvalue->error)},
            {"converged", eigenvalue->converged},
            {"verdict", to_string(eigenvalue->positive)}};
}

std::optional<Eigenvalue> eigenvalue_from(const Json& json) {
    if (json.is_null()) return std::nullopt;
    return Eigenvalue{.value = optional_number(json.at("value")).value_or(NAN),
                      .error = optional_number(json.at("error")).value_or(NAN),
                      .converged = json.at("converged").get<bool>(),
                      .positive = verdict_from(json.at("verdict"))};
}

Json second_order_json(const SecondOrder& second, const std::optional<double>& alpha) {
    Json json = {{"tangent", eigenvalue_json(second.tangent)},
                 {"whole", eigenvalue_json(second.whole)},
                 {"tangent_dimension", second.tangent_dimension},
                 {"sufficient_only", second.sufficient_only},
                 {"dense", second.dense}};
    for (const auto& [name, slot] : alpha_fields) json[name] = number(second.*slot);
    json["alpha_used"] = number(alpha);
    json["verdict"] = to_string(second.verdict);
    return json;
}

SecondOrder second_order_from(const Json& json) {
    SecondOrder second{.whole = eigenvalue_from(json.at("whole")),
                       .tangent = eigenvalue_from(json.at("tangent")),
                       .tangent_dimension = json.at("tangent_dimension").get<std::size_t>(),
                       .verdict = verdict_from(json.at("verdict")),
                       .sufficient_only = json.at("sufficient_only").get<bool>(),
                       .dense = json.at("dense").get<bool>()};
    for (const auto& [name, slot] : alpha_fields) second.*slot = optional_number(json.at(name));
    return second;
}

Json assumptions_json(const std::vector<Assumption>& assumptions) {
    Json json = Json::array();
    for (const auto& assumption : assumptions)
        json.push_back(
            {{"name", assumption.name}, {"verdict", to_string(assumption.verdict)}, {"reason", assumption.reason}});
    return json;
}

std::vector<Assumption> assumptions_from(const Json& json) {
    std::vector<Assumption> assumptions;
    for (const auto& entry : json)
        assumptions.push_back({.name = entry.at("name").get<std::string>(),
                               .verdict = verdict_from(entry.at("verdict")),
                               .reason = entry.at("reason").get<std::string>()});
    return assumptions;
}

Json convergence_json(const PrimalConvergence& found, double tolerance) {
    Json json = {{"tail", found.tail}, {"slacks", found.slacks}};
    for (const auto& [name, slot] : convergence_fields) json[name] = number(found.*slot);
    json["tolerance"] = tolerance;
    json["verdict"] = to_string(found.verdict);
    return json;
}

PrimalConvergence convergence_from(const Json& json, const Outcome& outcome) {
    PrimalConvergence found{.tail = json.at("tail").get<std::size_t>(),
                            .slacks = per_constraint(json.at("slacks"), outcome),
                            .verdict = verdict_from(json.at("verdict"))};
    for (const auto& [name, slot] : convergence_fields) found.*slot = optional_number(json.at(name)).value_or(NAN);
    return found;
}

Json dual_value_json(const DualValue& value) {
    const bool means_something = !value.unbounded && value.ended > 0;
    return {{"lowest", means_something ? number(value.lowest) : Json()},
            {"gap", means_something ? number(value.gap) : Json()},
            {"unbounded", value.unbounded},
            {"ended", value.ended},
            {"agreeing", value.agreeing}};
}

DualValue dual_value_from(const Json& json) {
    return {.lowest = optional_number(json.at("lowest")).value_or(0),
            .gap = optional_number(json.at("gap")).value_or(0),
            .unbounded = json.at("unbounded").get<bool>(),
            .ended = json.at("ended").get<std::size_t>(),
            .agreeing = json.at("agreeing").get<std::size_t>()};
}

Json duality_json(const GapEstimate& found, std::size_t starts, double noise) {
    return {{"objective", number(found.objective)},
            {"violation", number(found.violation)},
            {"starts", starts},
            {"noise", noise},
            {"augmented", dual_value_json(found.augmented)},
            {"ordinary", dual_value_json(found.ordinary)}};
}

void read_duality(const Json& json, Examination& examination) {
    if (json.is_null()) return;
    examination.starts = json.at("starts").get<std::size_t>();
    examination.gap_noise = json.at("noise").get<double>();
    examination.duality = GapEstimate{.objective = optional_number(json.at("objective")).value_or(NAN),
                                      .violation = optional_number(json.at("violation")).value_or(NAN),
                                      .augmented = dual_value_from(json.at("augmented")),
                                      .ordinary = dual_value_from(json.at("ordinary"))};
}

}  // namespace

Json examination_json(const Examination& examination, const Outcome& outcome) {
    Json json = {{"kkt", kkt_json(examination.kkt)},
                 {"active", active_json(examination.active, outcome)},
                 {"licq", licq_json(examination.licq)}};
    json["second_order"] =
        examination.second_order ? second_order_json(*examination.second_order, examination.alpha) : Json();
    json["assumptions"] = assumptions_json(examination.assumptions);
    json["primal_convergence"] = convergence_json(examination.primal_convergence, examination.primal_tolerance);
    json["duality"] =
        examination.duality ? duality_json(*examination.duality, examination.starts, examination.gap_noise) : Json();
    json["notes"] = examination.notes;
    json["search"] = standing_json(examination.standing);
    return json;
}

Examination examination_from(const Json& json, const Outcome& outcome) {
    Examination examination{.standing = standing_from(json.at("search"), outcome),
                            .kkt = kkt_from(json.at("kkt")),
                            .active = active_from(json.at("active"), outcome),
                            .licq = licq_from(json.at("licq")),
                            .assumptions = assumptions_from(json.at("assumptions")),
                            .primal_convergence = convergence_from(json.at("primal_convergence"), outcome),
                            .primal_tolerance = json.at("primal_convergence").at("tolerance").get<double>(),
                            .notes = json.at("notes").get<std::vector<std::string>>()};
    if (const Json& second = json.at("second_order"); !second.is_null()) {
        examination.second_order = second_order_from(second);
        examination.alpha = optional_number(second.at("alpha_used"));
    }
    read_duality(json.at("duality"), examination);
    return examination;
}

}  // namespace alcole::run
