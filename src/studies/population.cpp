#include "studies/population.hpp"

#include <alcole/optimality.hpp>
#include <alcole/random.hpp>
#include <alcole/solve.hpp>

#include "studies/people.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

namespace alcole::studies {
namespace {

using namespace tabular;

constexpr std::size_t num_starts = 5;
constexpr double same_optimum = 1e-8;  // relative to P*

/// Keeps only the columns that are learned from, so that samples are quick to draw.
Table narrow(const People& people) {
    Table table{.num_rows = people.table.num_rows};
    for (const auto& name : people.features) table.columns.push_back(people.table.at(name));
    table.columns.push_back(people.table.at("two_year_recid"));
    return table;
}

}  // namespace

Population::Population(const LearnabilitySettings& settings)
    : data_(narrow(twins_in_bands(settings.population)), SchemaOptions{.target = "two_year_recid"}),
      problem_(data_, {.constraints = fair_risks({"sex", "race"}, settings.bound, data_), .l2 = settings.l2},
               {.hidden = settings.hidden, .activation = activation_from(settings.activation)},
               Context({.threads = 1})) {}

LearningProblem<double> Population::sample(std::size_t rows, std::uint64_t seed, const Context& context) const {
    Random random(seed, rows);
    std::vector<std::size_t> drawn(rows);
    for (auto& row : drawn) row = random.below(data_.num_rows());
    return {data_.rows(drawn), problem_.goal(), problem_.model(), context};
}

std::vector<double> Population::risks(std::span<const double> theta) {
    std::vector<double> l(num_constraints() + 1);
    const std::lock_guard lock(mutex_);
    problem_.risks(theta, l);
    return l;
}

PopulationOptimum Population::solve() {
    PopulationOptimum best{.objective = std::numeric_limits<double>::infinity(), .starts = num_starts};
    best.points = problem_.size().points;
    best.num_weights = problem_.num_variables();
    best.free_objective =
        alcole::solve(problem_, problem_.start(1), {.method = Method::unconstrained, .seed = 1}).risks[0];
    std::vector<double> ends;
    double alpha = 0;
    for (std::uint64_t seed = 1; seed <= num_starts; ++seed) {
        const auto answer = alcole::solve(problem_, problem_.start(seed), {.diagnose = false});
        if (answer.status != Status::converged) continue;
        ends.push_back(answer.risks[0]);
        if (answer.risks[0] >= best.objective) continue;
        best.objective = answer.risks[0];
        best.violation = answer.violation;
        best.lambda = answer.lambda;
        theta_ = answer.theta();
        alpha = *std::ranges::max_element(answer.alpha);
    }
    if (theta_.empty())
        throw std::runtime_error("the problem of the population could not be solved; try another bound");
    for (const double end : ends)
        if (end - best.objective <= same_optimum * std::abs(best.objective)) ++best.agreeing;
    best.alpha = attaining_alpha(problem_, theta_, best.lambda, alpha);
    best.radii = norms(theta_).radii;
    const std::vector<double> alphas(num_constraints(), best.alpha);
    const auto gap = duality_gap(problem_, theta_, best.lambda, alphas, {.starts = 10, .spread = 1});
    best.dual_gap = gap.augmented.gap;
    best.dual_agreeing = gap.augmented.ended == 0
                             ? 0
                             : static_cast<double>(gap.augmented.agreeing) / static_cast<double>(gap.augmented.ended);
    return best;
}

certify::Norms Population::norms(std::span<const double> theta) const {
    return certify::norms_of(problem_.model(), data_.schema().num_inputs(), theta);
}

/// One input of each category is 1, so |x|^2 is the number of categories; a counterfactual changes two inputs by 1.
certify::InputNorms Population::inputs() const {
    return {.input = std::sqrt(static_cast<double>(data_.schema().features.size())), .change = std::numbers::sqrt2};
}

double attaining_alpha(LearningProblem<double>& problem, const std::vector<double>& theta,
                       std::span<const double> lambda, double otherwise) {
    return examine(problem, theta, lambda).second_order.alpha_min_in_box.value_or(otherwise);
}

}  // namespace alcole::studies
