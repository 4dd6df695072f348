#include "learning/training/row_prices.hpp"

#include <algorithm>
#include <tuple>

namespace alcole::learning {
namespace {

constexpr std::size_t max_shown = 10;

/// The losses of the rows of a constraint, in the order of their places.
std::vector<double> losses_of(tabular::LearningProblem<float>& problem, std::size_t constraint,
                              std::span<const double> risks) {
    const auto& [first, count] = problem.places()[constraint];
    std::vector<double> losses(risks.begin() + 1 + static_cast<std::ptrdiff_t>(first),
                               risks.begin() + 1 + static_cast<std::ptrdiff_t>(first + count));
    for (double& loss : losses) loss += problem.goal().constraints[constraint].bound;
    return losses;
}

}  // namespace

void report_row_prices(std::vector<RowPrice> prices, tabular::LearningProblem<float>& problem,
                       std::span<const float> theta, std::span<const std::size_t> numbers, Outcome& outcome) {
    if (prices.empty()) return;
    std::vector<double> risks(problem.num_constraints() + 1);
    problem.strict_risks(theta, risks);
    for (auto next = prices.begin(); next != prices.end();) {
        const std::size_t constraint = next->constraint;
        EachRow& brief = outcome.constraints[constraint].each_row.emplace();
        const auto begin = next;
        for (const double loss : losses_of(problem, constraint, risks)) {
            next->risk = loss;
            next->row = numbers.empty() ? next->row + 1 : numbers[next->row];
            brief.priced += next->multiplier > 0 ? 1 : 0;
            ++brief.rows;
            ++next;
        }
        std::ranges::sort(begin, next, [](const RowPrice& a, const RowPrice& b) {
            return std::tuple(-a.multiplier, -a.risk, a.row) < std::tuple(-b.multiplier, -b.risk, b.row);
        });
        brief.most_expensive.assign(begin, begin + static_cast<std::ptrdiff_t>(std::min(brief.priced, max_shown)));
    }
    outcome.row_prices = std::move(prices);
}

}  // namespace alcole::learning
