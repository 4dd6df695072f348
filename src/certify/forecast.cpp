#include "certify/forecast.hpp"

#include "certify/confidence.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::certify {
namespace {

/// `count` values spread like the given ones.
std::vector<double> quantiles(std::vector<double> values, std::size_t count) {
    std::ranges::sort(values);
    std::vector<double> chosen(count);
    const double step = static_cast<double>(values.size()) / static_cast<double>(count);
    for (std::size_t k = 0; k < count; ++k)
        chosen[k] = values[static_cast<std::size_t>((static_cast<double>(k) + 0.5) * step)];
    return chosen;
}

Forecast forecast_of(const tabular::RiskDefinition& risk, const RiskSample& at_hand, double share, double delta,
                     Family family) {
    Forecast found{.reason = at_hand.trouble};
    if (!found.reason.empty()) return found;
    found.estimate = at_hand.estimate();
    RiskSample expected;
    double variance = 0;
    for (const auto& term : at_hand.terms) {
        const auto before = static_cast<double>(term.values.size());
        const auto rows = static_cast<std::size_t>(std::max(1.0, std::round(share * before)));
        variance +=
            term.coefficient * term.coefficient * term.variance() * (1 / before + 1 / static_cast<double>(rows));
        expected.terms.push_back(
            {.coefficient = term.coefficient, .range = term.range, .values = quantiles(term.values, rows)});
    }
    const auto ends = confidence(family, expected, delta);
    if (!ends) {
        found.reason = does_not_apply(family);
        return found;
    }
    constexpr double nineteen_of_twenty = 1.64;
    const double chance = nineteen_of_twenty * std::sqrt(variance);
    found.limit = risk.at_least ? ends->low - chance : ends->high + chance;
    return found;
}

}  // namespace

std::vector<Forecast> forecast(const learning::TrainedModel& model, std::span<const tabular::RiskDefinition> risks,
                               const tabular::Dataset& data, const Plan& plan, const Context& context) {
    Sampler sampler(model, data, context);
    const double share = static_cast<double>(plan.rows) / static_cast<double>(data.num_rows());
    const double delta = delta_each(plan.delta, risks.size());
    std::vector<Forecast> forecasts;
    for (const auto& risk : risks)
        forecasts.push_back(forecast_of(risk, sampler.draws_of(risk), share, delta, plan.family));
    return forecasts;
}

}  // namespace alcole::certify
