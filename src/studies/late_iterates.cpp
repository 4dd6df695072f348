#include "base/statistics.hpp"
#include "studies/claims.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::studies {
namespace {

/// Evenly spaced quantiles from smallest to largest; each is one of the values.
std::vector<double> quantiles_of(std::vector<double> values) {
    std::ranges::sort(values);
    std::vector<double> quantiles;
    if (values.empty()) return quantiles;
    const auto last = static_cast<double>(values.size() - 1);
    for (std::size_t q = 0; q < LateIterates::num_quantiles; ++q) {
        const double place = last * static_cast<double>(q) / (LateIterates::num_quantiles - 1);
        quantiles.push_back(values[static_cast<std::size_t>(std::lround(place))]);
    }
    return quantiles;
}

/// Means over the runs, quantile by quantile.
std::vector<Interval> means_of(const std::vector<const std::vector<double>*>& runs) {
    std::vector<Interval> means;
    for (std::size_t q = 0; q < runs.front()->size(); ++q) {
        std::vector<double> values;
        for (const auto* run : runs) values.push_back((*run)[q]);
        means.push_back(base::bootstrap_mean(values));
    }
    return means;
}

}  // namespace

LateIterates late_iterates_of(const Trace& trace, const std::vector<ConstraintInfo>& constraints) {
    const std::size_t m = constraints.size();
    std::vector<double> worst;
    std::vector<std::vector<double>> flips(m);
    for (std::size_t t = trace.slack.size() / 2; t < trace.slack.size(); ++t) {
        double& most = worst.emplace_back(-1);  // a divergence of 0
        for (std::size_t i = 0; i < m; ++i) {
            most = std::max(most, trace.slack[t][i] / constraints[i].bound);
            flips[i].push_back(trace.flip[t][i]);
        }
    }
    LateIterates late;
    const auto violating = std::ranges::count_if(worst, [](double slack) { return slack > tolerated; });
    late.violating = static_cast<double>(violating) / static_cast<double>(worst.size());
    late.worst_slack = quantiles_of(std::move(worst));
    for (auto& values : flips) late.flip.push_back(quantiles_of(std::move(values)));
    return late;
}

std::optional<LateMeans> summarise_late(const std::vector<Run>& runs) {
    if (runs.empty() || !std::ranges::all_of(runs, [](const Run& run) { return run.late.has_value(); }))
        return std::nullopt;
    std::vector<double> violating;
    std::vector<const std::vector<double>*> slacks;
    for (const Run& run : runs) {
        violating.push_back(run.late->violating);
        slacks.push_back(&run.late->worst_slack);
    }
    LateMeans summary{.violating = base::bootstrap_mean(violating), .worst_slack = means_of(slacks)};
    for (std::size_t i = 0; i < runs.front().late->flip.size(); ++i) {
        std::vector<const std::vector<double>*> flips;
        for (const Run& run : runs) flips.push_back(&run.late->flip[i]);
        summary.flip.push_back(means_of(flips));
    }
    return summary;
}

}  // namespace alcole::studies
