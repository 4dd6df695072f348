#include "base/strict_json.hpp"
#include "certify/certificate.hpp"

namespace alcole::certify {
namespace {

using base::Json;

const base::StrictJson& strict() {
    static const base::StrictJson reader("certificate");
    return reader;
}

Json optional_json(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

std::optional<double> optional_from(const Json& object, const char* name) {
    const Json value = strict().member<Json>(object, name);
    return value.is_null() ? std::nullopt : std::optional(strict().as<double>(value, name));
}

Json risk_json(const RiskBounds& risk) {
    Json families = Json::object();
    for (const auto& each : risk.families)
        families[std::string(to_string(each.family))] = {{"low", each.low}, {"high", each.high}};
    return {{"rows", risk.rows},
            {"estimate", optional_json(risk.estimate)},
            {"low", optional_json(risk.low)},
            {"high", optional_json(risk.high)},
            {"families", families},
            {"reason", risk.reason}};
}

RiskBounds risk_from(const Json& object) {
    RiskBounds risk{.rows = strict().member<std::size_t>(object, "rows"),
                    .estimate = optional_from(object, "estimate"),
                    .low = optional_from(object, "low"),
                    .high = optional_from(object, "high"),
                    .reason = strict().member<std::string>(object, "reason")};
    const Json families = strict().member<Json>(object, "families");
    if (!families.is_object()) strict().refuse("'families' has the wrong type");
    for (const Family family : all_families) {
        const auto found = families.find(std::string(to_string(family)));
        if (found == families.end()) continue;
        risk.families.push_back({.family = family,
                                 .low = strict().member<double>(*found, "low"),
                                 .high = strict().member<double>(*found, "high")});
    }
    return risk;
}

Verdict verdict_from(const std::string& word) {
    for (const auto verdict : {Verdict::certified, Verdict::violated, Verdict::undecided, Verdict::impossible})
        if (to_string(verdict) == word) return verdict;
    strict().refuse("'" + word + "' is no verdict");
}

Json constraint_json(const ConstraintCertificate& constraint) {
    Json object = {{"name", constraint.name},
                   {"bound", constraint.bound},
                   {"at_least", constraint.at_least},
                   {"risk", risk_json(constraint.risk)},
                   {"verdict", to_string(constraint.verdict)},
                   {"rows_to_decide", optional_json(constraint.rows_to_decide)}};
    if (constraint.flips) object["flips"] = risk_json(*constraint.flips);
    return object;
}

ConstraintCertificate constraint_from(const Json& object) {
    ConstraintCertificate constraint{.name = strict().member<std::string>(object, "name"),
                                     .bound = strict().member<double>(object, "bound"),
                                     .at_least = strict().member<bool>(object, "at_least"),
                                     .risk = risk_from(strict().member<Json>(object, "risk")),
                                     .verdict = verdict_from(strict().member<std::string>(object, "verdict")),
                                     .rows_to_decide = optional_from(object, "rows_to_decide")};
    if (object.contains("flips")) constraint.flips = risk_from(object["flips"]);
    return constraint;
}

}  // namespace

std::string to_json(const Certificate& certificate) {
    Json constraints = Json::array();
    for (const auto& constraint : certificate.constraints) constraints.push_back(constraint_json(constraint));
    const Json object = {{"delta", certificate.delta},
                         {"delta_each", certificate.delta_each},
                         {"family", to_string(certificate.family)},
                         {"rows", certificate.rows},
                         {"rows_were_trained_on", certificate.rows_were_trained_on},
                         {"all_certified", certificate.all_certified()},
                         {"constraints", constraints},
                         {"objective", risk_json(certificate.objective)}};
    return base::dumped(object, "a certificate");
}

Certificate certificate_from_json(std::string_view text) {
    const Json object = strict().parse(text);
    Certificate certificate{.delta = strict().member<double>(object, "delta"),
                            .delta_each = strict().member<double>(object, "delta_each"),
                            .family = family_from(strict().member<std::string>(object, "family")),
                            .rows = strict().member<std::size_t>(object, "rows"),
                            .rows_were_trained_on = strict().member<bool>(object, "rows_were_trained_on"),
                            .objective = risk_from(strict().member<Json>(object, "objective"))};
    for (const auto& constraint : strict().member<std::vector<Json>>(object, "constraints"))
        certificate.constraints.push_back(constraint_from(constraint));
    return certificate;
}

}  // namespace alcole::certify
