#include "learning/training/thresholds.hpp"

#include <alcole/repair.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace alcole::learning {
namespace {

using tabular::LearningProblem;

constexpr std::size_t parts = 20;  // thresholds lie between twentieths of the rows

template <class T>
struct Start {
    std::vector<T> theta{};
    double worth = 0;  // violation per gain in accuracy; the smallest is the most promising
};

/// Those more accurate than `accuracy`, the most promising first.
template <class T>
std::vector<Start<T>> promising(LearningProblem<T>& problem, std::vector<std::vector<T>> thetas, double accuracy) {
    std::vector<Start<T>> starts;
    const auto units = problem.constraint_scales();
    std::vector<double> risks(units.size() + 1);
    for (auto& theta : thetas) {
        const double gain = problem.accuracy(theta) - accuracy;
        if (gain <= 0) continue;
        problem.strict_risks(theta, risks);
        double violation = 0;
        for (std::size_t i = 0; i < units.size(); ++i) violation += std::max(0.0, risks[i + 1]) / units[i];
        starts.push_back({.theta = std::move(theta), .worth = violation / gain});
    }
    std::ranges::stable_sort(starts, {}, &Start<T>::worth);
    return starts;
}

/// Twice the evaluations of the search, and as many as take a second or two.
template <class T>
std::size_t max_evaluations(const Result<T>& result, const LearningProblem<T>& problem) {
    constexpr double quick = 2e10;  // flops
    const auto searched = static_cast<double>(result.counts.risks + result.counts.pullbacks);
    return static_cast<std::size_t>(2 * searched + quick / std::max(1.0, problem.size().flops));
}

}  // namespace

template <class T>
std::optional<Kept<T>> at_another_threshold(const Result<T>& result, LearningProblem<T>& problem, double accuracy,
                                            const Context& context) {
    std::optional<Kept<T>> best;
    const auto& theta = result.state.memory.closest.empty() ? result.theta() : result.state.memory.closest;
    auto thetas = problem.with_other_thresholds(theta, parts);
    thetas.push_back(theta);
    std::size_t left = max_evaluations(result, problem);
    for (auto& start : promising(problem, std::move(thetas), accuracy)) {
        auto [found, evaluations] = repair(problem, std::move(start.theta), left, context);
        left -= std::min(left, evaluations);
        if (!found) continue;
        const double own = problem.accuracy(found->theta);
        if (own <= accuracy) continue;
        accuracy = own;
        best = std::move(found);
    }
    problem.set_width(result.state.dual.memory.width);
    return best;
}

template std::optional<Kept<float>> at_another_threshold(const Result<float>&, LearningProblem<float>&, double,
                                                         const Context&);
template std::optional<Kept<double>> at_another_threshold(const Result<double>&, LearningProblem<double>&, double,
                                                          const Context&);

}  // namespace alcole::learning
