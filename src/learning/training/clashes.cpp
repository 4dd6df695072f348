#include "learning/training/clashes.hpp"

#include "learning/training/places.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace alcole::learning {
namespace {

/// Each further constraint would cost one gradient, and the report would become unreadable.
constexpr std::size_t max_constraints = 32;
/// Two gradients clash if their cosine is below this.
constexpr double opposed = -0.3;

template <class T>
double cosine(const std::vector<T>& a, const std::vector<T>& b) {
    const auto dot = [](const auto& x, const auto& y) {
        return std::inner_product(x.begin(), x.end(), y.begin(), 0.0, std::plus<>(),
                                  [](T u, T v) { return static_cast<double>(u) * static_cast<double>(v); });
    };
    const double size = std::sqrt(dot(a, a) * dot(b, b));
    return size > 0 ? dot(a, b) / size : 0;
}

}  // namespace

template <class T>
std::vector<Clash> clashes_of(tabular::LearningProblem<T>& problem, std::span<const T> theta,
                              std::span<const double> lambda) {
    std::vector<std::size_t> binding;
    const auto places = problem.places();
    for (std::size_t i = 0; i < lambda.size() && binding.size() < max_constraints; ++i)
        if (lambda[i] > 0 && places[i].count == 1) binding.push_back(i);
    std::vector<Clash> clashes;
    if (binding.size() < 2) return clashes;

    std::vector<double> l(problem.num_constraints() + 1);
    auto at = problem.risks(theta, l);
    std::vector<std::vector<T>> gradients;
    for (const std::size_t i : binding) {
        std::vector<double> weights(l.size(), 0.0);
        weights[places[i].first + 1] = 1;
        at.pullback(weights, gradients.emplace_back(theta.size()));
    }
    const auto& all = problem.goal().constraints;
    for (std::size_t a = 0; a < binding.size(); ++a)
        for (std::size_t b = a + 1; b < binding.size(); ++b)
            if (are_mirrors(all[binding[a]], all[binding[b]]))
                continue;
            else if (const double angle = cosine(gradients[a], gradients[b]); angle < opposed)
                clashes.push_back({.first = binding[a], .second = binding[b], .cosine = angle});
    std::ranges::sort(clashes, {}, &Clash::cosine);
    return clashes;
}

bool are_mirrors(const tabular::RiskDefinition& a, const tabular::RiskDefinition& b) {
    return a.other_side && a.other_side->name == b.name && a.other_side->sum == tabular::OtherSide::Sum::negated;
}

template <class T>
void name_conflict(tabular::LearningProblem<T>& problem, std::span<const T> theta, const Conflict& conflict,
                   Ending& ending) {
    constexpr std::size_t max_named = 5;
    const auto& all = problem.goal().constraints;
    std::vector<double> l(problem.num_constraints() + 1);
    problem.strict_risks(theta, l);
    const std::vector<double> slacks = worst_risks(problem.places(), l);
    std::vector<std::size_t> found = conflict.constraints;
    std::ranges::stable_sort(found, std::greater{}, [&](std::size_t i) { return slacks[i + 1]; });
    std::vector<std::size_t> kept;
    for (const std::size_t i : found)
        if (std::ranges::none_of(kept, [&](std::size_t k) { return are_mirrors(all[k], all[i]); })) kept.push_back(i);
    const std::size_t named = kept.size() > max_named + 1 ? max_named : kept.size();
    ending.constraints.clear();
    ending.missed_by.clear();
    ending.others = kept.size() - named;
    for (std::size_t k = 0; k < named; ++k) {
        ending.constraints.push_back(all[kept[k]].name);
        ending.missed_by.push_back(std::max(0.0, slacks[kept[k] + 1]));
    }
}

template void name_conflict(tabular::LearningProblem<float>&, std::span<const float>, const Conflict&, Ending&);
template void name_conflict(tabular::LearningProblem<double>&, std::span<const double>, const Conflict&, Ending&);
template std::vector<Clash> clashes_of(tabular::LearningProblem<float>&, std::span<const float>,
                                       std::span<const double>);
template std::vector<Clash> clashes_of(tabular::LearningProblem<double>&, std::span<const double>,
                                       std::span<const double>);

}  // namespace alcole::learning
