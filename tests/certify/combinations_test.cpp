// Do the bounds of combinations of rates hold as often as promised? By simulation: a model, a population in which every
// rate is known by counting, and certificates from samples of it.
#include <alcole/data/twin.hpp>
#include <alcole/random.hpp>
#include <alcole/solve.hpp>
#include <alcole/tabular/learning.hpp>

#include "certify/confidence.hpp"

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace alcole::certify {
namespace {

using tabular::Dataset;
using tabular::RiskDefinition;

constexpr double miss_rate = 0.1;
constexpr std::size_t simulations = 200;
constexpr std::size_t sample_rows = 250;

/// Overlapping and disjoint groups, the same rows twice, fractions, sums over everybody, means that are not rates.
const std::vector<std::string> expressions = {
    "positive_rate[sex == 'Female'] - 0.8 * positive_rate[sex == 'Male'] <= 0",
    "positive_rate[sex == 'Female'] - positive_rate[race == 'Caucasian'] <= 0",
    "recall - 0.5 * false_positive_rate[sex == 'Male'] + 0.25 * error_rate <= 0",
    "precision[race == 'African-American'] <= 0.6",
    "f_score <= 0.6",
    "balanced_error <= 0.3",
    "positive_rate[two_year_recid == '1' within sex == 'Male'] - share[two_year_recid == '1' within sex == 'Male'] <= "
    "0",
    "probability[race == 'Caucasian'] - positive_rate <= 0",
};

/// 1 - miss_rate is promised, and four standard errors allow for chance in the simulation.
double tolerated_misses() {
    return miss_rate + 4 * std::sqrt(miss_rate * (1 - miss_rate) / static_cast<double>(simulations));
}

struct Misses {
    std::array<double, all_families.size()> above{};  ///< share of the samples whose upper end is below the true value
    std::array<double, all_families.size()> below{};
};

class Simulation {
  public:
    Simulation() : people_(data::twin(4000, 77)) {
        const Dataset train(data::twin(800, 5), {.target = "two_year_recid", .positive = "1", .ignore = {"age_cat"}});
        tabular::LearningProblem<float> problem(train, {}, {});
        model_ = {.schema = train.schema(), .theta = solve(problem, problem.start(1)).theta()};
    }

    std::vector<RiskDefinition> risks() const {
        std::vector<tabular::Constraint> constraints;
        for (const auto& text : expressions)
            constraints.push_back({.kind = tabular::ConstraintKind::expression, .risk = text});
        return define_risks(constraints, model_.schema, people_);
    }

    /// For every risk, with bounds at `share`.
    std::vector<Misses> run(const std::vector<RiskDefinition>& risks, double share) const {
        const Context context({.threads = 1});
        std::vector<double> truth;
        Sampler everybody(model_, model_.dataset(people_), context);
        for (const auto& risk : risks) truth.push_back(everybody.draws_of(risk).estimate());
        std::vector<Misses> misses(risks.size());
        constexpr double one = 1.0 / static_cast<double>(simulations);
        for (std::size_t k = 0; k < simulations; ++k) {
            Random random(k, 3);
            std::vector<std::size_t> drawn(sample_rows);
            for (auto& row : drawn) row = random.below(people_.num_rows);  // with replacement: independent draws
            Sampler sampler(model_, model_.dataset(people_.rows(drawn)), context);
            for (std::size_t i = 0; i < risks.size(); ++i) {
                const RiskSample sample = sampler.draws_of(risks[i]);
                EXPECT_FALSE(sample.no_bound) << risks[i].name;
                for (std::size_t f = 0; f < all_families.size(); ++f) {
                    const auto ends = confidence(all_families[f], sample, share);
                    if (!ends) continue;  // a family that does not apply makes no promise
                    if (ends->high < truth[i]) misses[i].above[f] += one;
                    if (ends->low > truth[i]) misses[i].below[f] += one;
                }
            }
        }
        return misses;
    }

  private:
    tabular::Table people_;
    learning::TrainedModel model_;
};

TEST(CombinationCoverage, IsAsPromisedForEveryFamilyAndBothEnds) {
    const Simulation simulation;
    const auto risks = simulation.risks();
    ASSERT_EQ(risks.size(), expressions.size());
    const auto misses = simulation.run(risks, miss_rate);
    for (std::size_t i = 0; i < risks.size(); ++i)
        for (std::size_t f = 0; f < all_families.size(); ++f) {
            EXPECT_LE(misses[i].above[f], tolerated_misses()) << risks[i].name << ", " << to_string(all_families[f]);
            EXPECT_LE(misses[i].below[f], tolerated_misses()) << risks[i].name << ", " << to_string(all_families[f]);
        }
}

/// A test of the test: bounds without any confidence are detected, for every risk.
TEST(CombinationCoverage, FindsOutBoundsThatPromiseLess) {
    const Simulation simulation;
    const auto risks = simulation.risks();
    const auto misses = simulation.run(risks, 0.999);
    for (std::size_t i = 0; i < risks.size(); ++i)
        EXPECT_GT(misses[i].above[0] + misses[i].below[0], tolerated_misses()) << risks[i].name;
}

}  // namespace
}  // namespace alcole::certify
