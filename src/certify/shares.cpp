#include "certify/shares.hpp"

#include "certify/range.hpp"

#include <algorithm>

namespace alcole::certify {
namespace {

using tabular::RiskDefinition;
using tabular::Term;

bool has_range(const learning::TrainedModel& model, const RiskDefinition& risk) {
    return std::ranges::all_of(risk.terms, [&](const Term& term) {
        if (term.measure == Term::Measure::quantile) return false;
        if (term.measure == Term::Measure::prediction) return value_range(model).range.has_value();
        return term.measure != Term::Measure::loss || loss_range(model).range.has_value();
    });
}

}  // namespace

bool are_two_sides(const RiskDefinition& one, const RiskDefinition& other) {
    return one.is_side_of(other, tabular::OtherSide::Sum::negated) && one.bound == other.bound && one.bound >= 0 &&
           !one.at_least;
}

std::vector<std::size_t> claims_of(std::span<const RiskDefinition> risks) {
    std::vector<std::size_t> claims(risks.size());
    std::size_t count = 0;
    std::size_t open = risks.size();  // the previous risk, if it may be the first side of a gap
    for (std::size_t i = 0; i < risks.size(); ++i) {
        const bool second = open < i && are_two_sides(risks[open], risks[i]);
        claims[i] = second ? claims[open] : count++;
        open = second ? risks.size() : i;
    }
    return claims;
}

Shares equal_shares(const learning::TrainedModel& model, std::span<const RiskDefinition> risks, double delta) {
    const auto claims = claims_of(risks);
    const bool objective = loss_range(model).range.has_value();
    std::vector<bool> bounded(risks.size(), false);
    std::size_t count = objective ? 1 : 0;
    for (std::size_t i = 0; i < risks.size(); ++i) {
        bounded[i] = has_range(model, risks[i]);
        const bool counted = i > 0 && claims[i] == claims[i - 1];
        count += bounded[i] && !counted ? 1 : 0;
    }
    const double each = count > 0 ? delta / static_cast<double>(count) : 0;
    Shares shares{.objective = objective ? each : 0};
    for (std::size_t i = 0; i < risks.size(); ++i) shares.constraints.push_back(bounded[i] ? each : 0);
    return shares;
}

Shares shares_by_need(const Shares& equal, std::span<const std::size_t> claims, std::span<const double> needs) {
    constexpr double kept = 0.1;
    constexpr double least = 1e-12;  // keeps the sum of the needs positive if all are zero
    struct Claim {
        double need = least;
        double share = 0;
    };
    std::vector<Claim> all(claims.empty() ? 0 : std::ranges::max(claims) + 1);
    for (std::size_t i = 0; i < claims.size(); ++i) {
        all[claims[i]].need = std::max(all[claims[i]].need, needs[i]);
        all[claims[i]].share = equal.constraints[i];
    }
    std::vector<Claim*> by_need;
    double delta = equal.objective;
    for (auto& claim : all) {
        delta += claim.share;
        if (claim.share > 0) by_need.push_back(&claim);
    }
    if (by_need.empty()) return equal;
    std::ranges::stable_sort(by_need, {}, &Claim::need);

    double left = (1 - kept) * delta;
    double weights = 0;
    for (auto* claim : by_need) {
        claim->share *= kept;
        const double more = std::max(0.0, claim->need - claim->share);
        weights += std::min(claim->need, delta);
        if (more > left) continue;
        claim->share += more;
        left -= more;
    }
    for (auto* claim : by_need) claim->share += left * std::min(claim->need, delta) / weights;
    Shares shares{.objective = kept * equal.objective};
    for (const std::size_t claim : claims) shares.constraints.push_back(all[claim].share);
    return shares;
}

}  // namespace alcole::certify
