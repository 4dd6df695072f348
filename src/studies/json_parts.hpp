#pragma once

#include "studies/study.hpp"

#include <vector>

#include <nlohmann/json.hpp>

/// What the JSON files of all studies have in common.
namespace alcole::studies {

inline nlohmann::ordered_json interval_json(const base::Interval& interval) {
    return {{"estimate", interval.estimate}, {"interval", {interval.low, interval.high}}};
}

inline nlohmann::ordered_json facts_json(const std::vector<Fact>& facts) {
    auto object = nlohmann::ordered_json::object();
    for (const auto& fact : facts) object[fact.name] = fact.value;
    return object;
}

inline nlohmann::ordered_json claim_json(const Claim& claim) {
    return {{"id", claim.id},
            {"text", claim.text},
            {"estimate", claim.value.estimate},
            {"interval", {claim.value.low, claim.value.high}},
            {"verdict", to_string(claim.verdict)}};
}

}  // namespace alcole::studies
