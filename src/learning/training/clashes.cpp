#include "learning/training/clashes.hpp"

#include <algorithm>
#include <cmath>
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
    for (std::size_t a = 0; a < binding.size(); ++a)
        for (std::size_t b = a + 1; b < binding.size(); ++b)
            if (const double angle = cosine(gradients[a], gradients[b]); angle < opposed)
                clashes.push_back({.first = binding[a], .second = binding[b], .cosine = angle});
    std::ranges::sort(clashes, {}, &Clash::cosine);
    return clashes;
}

template std::vector<Clash> clashes_of(tabular::LearningProblem<float>&, std::span<const float>,
                                       std::span<const double>);
template std::vector<Clash> clashes_of(tabular::LearningProblem<double>&, std::span<const double>,
                                       std::span<const double>);

}  // namespace alcole::learning
