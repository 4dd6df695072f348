#include "engine/reliability.hpp"

#include "base/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::engine {

Claim claim_of(const Compared& compared, std::size_t row) {
    const Prediction at = compared.predictions.at(row);
    if (at.task == tabular::Task::binary) return {at.p[0], compared.truths.labels[row] == 1};
    return {probability(at, compared.predicted(row)), compared.correct(row)};
}

std::vector<Claim> claims_of(const Compared& compared) {
    std::vector<Claim> claims;
    claims.reserve(compared.truths.labels.size());
    for (std::size_t row = 0; row < compared.truths.labels.size(); ++row) claims.push_back(claim_of(compared, row));
    return claims;
}

std::vector<tabular::ReliabilityBin> reliability_bins(std::vector<Claim> claims) {
    constexpr std::size_t max_bins = 10;
    std::sort(claims.begin(), claims.end());
    const std::size_t count = std::clamp<std::size_t>(claims.size() / tabular::GroupRates::few, 1, max_bins);
    std::vector<tabular::ReliabilityBin> bins;
    for (std::size_t begin = 0; begin < claims.size();) {
        std::size_t end = std::max(begin + 1, claims.size() * (bins.size() + 1) / count);
        while (end < claims.size() && claims[end].probability() == claims[end - 1].probability()) ++end;
        double predicted = 0;
        double seen = 0;
        for (std::size_t i = begin; i < end; ++i) {
            predicted += claims[i].probability();
            seen += claims[i].came_true() ? 1 : 0;
        }
        const auto rows = static_cast<double>(end - begin);
        bins.push_back({.rows = end - begin, .predicted = predicted / rows, .observed = base::wilson(seen, rows)});
        begin = end;
    }
    return bins;
}

std::optional<double> calibration_error(const std::vector<tabular::ReliabilityBin>& bins) {
    double rows = 0;
    double total = 0;
    for (const auto& bin : bins) {
        rows += static_cast<double>(bin.rows);
        total += static_cast<double>(bin.rows) * std::abs(bin.predicted - bin.observed.estimate);
    }
    return rows > 0 ? std::optional(total / rows) : std::nullopt;
}

}  // namespace alcole::engine
