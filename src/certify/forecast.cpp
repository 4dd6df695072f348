#include "certify/forecast.hpp"

#include "base/normal.hpp"
#include "certify/confidence.hpp"
#include "certify/shares.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::certify {
namespace {

/// `count` evenly spaced quantiles of the values.
std::vector<double> quantiles(std::vector<double> values, std::size_t count) {
    std::ranges::sort(values);
    std::vector<double> chosen(count);
    const double step = static_cast<double>(values.size()) / static_cast<double>(count);
    for (std::size_t k = 0; k < count; ++k)
        chosen[k] = values[static_cast<std::size_t>((static_cast<double>(k) + 0.5) * step)];
    return chosen;
}

/// A risk on the rows at hand, and what to expect of it on the other rows.
struct Expected {
    RiskSample at_hand{};
    RiskSample draws{};     ///< quantiles, as many as there will be other rows
    double variance = 0;    ///< of the risk on the other rows
    double reach = 0;       ///< how much a single one of the other rows can change the risk
    double difference = 0;  ///< the variance of the difference between the risks on the two sets of rows

    /// A margin for chance differences between the two sets of rows: 1.64 standard deviations, enough in 19 of 20
    /// cases.
    double chance_margin() const { return 1.64 * std::sqrt(difference); }
};

Expected expected(RiskSample at_hand, double share) {
    Expected found;
    for (const auto& term : at_hand.terms) {
        const auto before = static_cast<double>(term.values.size());
        const auto rows = static_cast<std::size_t>(std::max(1.0, std::round(share * before)));
        const double variance = term.coefficient * term.coefficient * term.variance();
        found.variance += variance / static_cast<double>(rows);
        found.reach += std::abs(term.coefficient) * term.range.width() / static_cast<double>(rows);
        found.difference += variance / before + variance / static_cast<double>(rows);
        found.draws.terms.push_back({.coefficient = term.coefficient,
                                     .range = term.range,
                                     .values = quantiles(term.values, rows),
                                     .rate = term.rate});
    }
    found.draws.disjoint = at_hand.disjoint;
    found.at_hand = std::move(at_hand);
    return found;
}

std::vector<Expected> expected_of(Sampler& sampler, std::span<const tabular::RiskDefinition> risks, double share) {
    std::vector<Expected> all;
    for (const auto& risk : risks) all.push_back(expected(sampler.draws_of(risk), share));
    return all;
}

/// The share of delta at which the risk would just be certified: the a for which z s + z^2 r / 2 + 1.64 sd equals the
/// distance to the bound (see planned_shares).
double need_of(const tabular::RiskDefinition& risk, const Expected& expected) {
    if (expected.at_hand.no_bound) return 1;
    const double over = expected.at_hand.estimate() - risk.bound;
    const double room = (risk.at_least ? over : -over) - expected.chance_margin();
    if (!(room > 0)) return 1;
    const double sd = std::sqrt(expected.variance);
    return base::normal_probability(-2 * room / (sd + std::sqrt(expected.variance + 2 * expected.reach * room)));
}

Shares shares_of(const learning::TrainedModel& model, std::span<const tabular::RiskDefinition> risks,
                 const std::vector<Expected>& all, double delta) {
    std::vector<double> needs;
    for (std::size_t i = 0; i < risks.size(); ++i) needs.push_back(need_of(risks[i], all[i]));
    return shares_by_need(equal_shares(model, risks, delta), claims_of(risks), needs);
}

Forecast forecast_of(const tabular::RiskDefinition& risk, const Expected& expected, double delta, Family family) {
    Forecast found{.no_bound = expected.at_hand.no_bound};
    if (found.no_bound) return found;
    found.estimate = expected.at_hand.estimate();
    const auto end =
        risk.at_least ? lower_end(family, expected.draws, delta) : upper_end(family, expected.draws, delta);
    if (!end) {
        found.no_bound = does_not_apply(family);
        return found;
    }
    found.expected_bound = risk.at_least ? *end - expected.chance_margin() : *end + expected.chance_margin();
    return found;
}

double share_of_rows(const CertificatePlan& plan, const tabular::Dataset& data) {
    return static_cast<double>(plan.rows) / static_cast<double>(data.num_rows());
}

}  // namespace

std::vector<Forecast> forecast(const learning::TrainedModel& model, std::span<const tabular::RiskDefinition> risks,
                               const tabular::Dataset& data, const CertificatePlan& plan, const Context& context) {
    Sampler sampler(model, data, context);
    const auto all = expected_of(sampler, risks, share_of_rows(plan, data));
    const Shares shares = shares_of(model, risks, all, plan.delta);
    std::vector<Forecast> forecasts;
    for (std::size_t i = 0; i < risks.size(); ++i)
        forecasts.push_back(forecast_of(risks[i], all[i], shares.constraints[i], plan.family));
    return forecasts;
}

Shares planned_shares(const learning::TrainedModel& model, std::span<const tabular::RiskDefinition> risks,
                      const tabular::Dataset& data, const CertificatePlan& plan, const Context& context) {
    Sampler sampler(model, data, context);
    return shares_of(model, risks, expected_of(sampler, risks, share_of_rows(plan, data)), plan.delta);
}

}  // namespace alcole::certify
