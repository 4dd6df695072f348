#include "learning/training/places.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace alcole::learning {
namespace {

template <class Join>
std::vector<double> joined(Places places, std::span<const double> values, Join join) {
    std::vector<double> result;
    result.reserve(places.size());
    for (const auto& [first, count] : places) {
        const auto own = values.subspan(first, count);
        result.push_back(std::accumulate(own.begin() + 1, own.end(), own.front(), join));
    }
    return result;
}

}  // namespace

std::vector<tabular::RiskPlace> one_each(std::size_t constraints) {
    std::vector<tabular::RiskPlace> places;
    while (places.size() < constraints) places.push_back({.first = places.size()});
    return places;
}

std::vector<double> worst_of(Places places, std::span<const double> values) {
    return joined(places, values, [](double a, double b) { return std::max(a, b); });
}

std::vector<double> sum_of(Places places, std::span<const double> values) {
    return joined(places, values, std::plus<>());
}

std::vector<double> worst_risks(Places places, std::span<const double> risks) {
    std::vector<double> result = worst_of(places, risks.subspan(1));
    result.insert(result.begin(), risks[0]);
    return result;
}

std::vector<std::size_t> constraints_at(Places places, std::span<const std::size_t> which) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::size_t first = places[i].first;
        const std::size_t end = first + places[i].count;
        if (std::ranges::any_of(which, [&](std::size_t place) { return place >= first && place < end; }))
            found.push_back(i);
    }
    return found;
}

void gather(Places places, Summary& summary) {
    summary.risks = worst_risks(places, summary.risks);
    summary.lambda = sum_of(places, summary.lambda);
    summary.alpha = worst_of(places, summary.alpha);
    summary.at_ceiling = constraints_at(places, summary.at_ceiling);
}

}  // namespace alcole::learning
