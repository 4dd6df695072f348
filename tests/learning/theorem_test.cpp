#include "learning/training/theorem.hpp"

#include <alcole/tabular/row_values.hpp>

#include "learning/training/train.hpp"
#include "made_people.hpp"
#include "refusal.hpp"
#include "train_run.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace alcole::learning {
namespace {

using testing::made_config;
using testing::made_source;
using testing::refusal;

constexpr const char* of_lakes = R"(
[[constraint]]
kind = "counterfactual"
attribute = "sex"
rows = ["town == lake"]
bound = 0.01
[[constraint]]
kind = "demographic_parity"
attribute = "sex"
bound = 0.3
)";

Outcome examined(const Config& config, const Source& source) {
    return train_run(config, source, {.examine = true}).value().outcome;
}

TEST(Theorem, CountsTheRowsOfEveryRiskAndTakesTheLargestRow) {
    const Config config = made_config(of_lakes);
    const Source source = made_source(900);
    const TrainingTask task = make_task(config, source, split_of(config, source));
    const Outcome outcome = examined(config, source);
    ASSERT_TRUE(outcome.theorem);
    const Theorem& theorem = *outcome.theorem;
    ASSERT_FALSE(theorem.silent);
    std::size_t lakes = 0;
    double largest = 0;
    const auto& income = task.train.table().at("income").numbers;
    const auto& feature = *std::ranges::find(task.schema().features, "income", &tabular::Feature::column);
    for (std::size_t row = 0; row < task.train.num_rows(); ++row) {
        lakes += task.train.table().at("town").text(row) == "lake" ? 1 : 0;
        const double x = (income[row] - feature.mean) / feature.sd;
        largest = std::max(largest, std::sqrt(x * x + 2));  // sex and town have one input each that is 1
    }
    EXPECT_NEAR(theorem.largest_input, largest, 1e-9);
    EXPECT_EQ(tabular::row_counts(task.train, task.goal.constraints)[0][0], lakes);
    const auto& promises = theorem.promises;
    ASSERT_EQ(promises.zeta.size(), 3U);
    EXPECT_DOUBLE_EQ(promises.probability, 0.95);
    EXPECT_DOUBLE_EQ(theorem.delta, 0.05 / 4) << "three constraints and the objective";
    double sum = 0;
    for (const auto& constraint : outcome.constraints) sum += constraint.multiplier;
    EXPECT_NEAR(promises.delta_lambda, sum, 1e-12);
    EXPECT_GT(promises.objective_bound, promises.zeta_objective);
    EXPECT_TRUE(promises.objective_vacuous);
}

TEST(Theorem, FallsWithTheRows) {
    const Config config = made_config(testing::sex_constraint);
    const Theorem few = *examined(config, made_source(400)).theorem;
    const Theorem many = *examined(config, made_source(6400)).theorem;
    EXPECT_NEAR(few.promises.zeta_bar / many.promises.zeta_bar, 4, 1.5) << "like 1 / sqrt(N), but for the weights";
}

TEST(Theorem, SaysWhereItIsSilent) {
    EXPECT_EQ(examined(made_config(testing::sex_constraint, "[solve]\nmethod = \"penalty\"\n"), made_source(300))
                  .theorem->silent,
              Theorem::Silence::method);
    Config towns = made_config(testing::sex_constraint);
    towns.data.target = "town";
    towns.data.features = {"income", "sex"};
    EXPECT_EQ(examined(towns, made_source(300)).theorem->silent, Theorem::Silence::not_two_classes);
}

TEST(Theorem, GoesThroughJson) {
    Outcome outcome = examined(made_config(of_lakes), made_source(300));
    const std::string text = to_json(outcome);
    EXPECT_EQ(to_json(outcome_from_json(text, "metrics.json")), text);
    outcome.theorem = Theorem{.silent = Theorem::Silence::each_row};
    EXPECT_EQ(outcome_from_json(to_json(outcome), "metrics.json").theorem->silent, Theorem::Silence::each_row);
    auto json = nlohmann::ordered_json::parse(text);
    json["theorem"]["zeta"].clear();
    EXPECT_NE(refusal([&] { (void)outcome_from_json(json.dump(), "m.json"); }).find("'theorem' must have one entry"),
              std::string::npos);
}

/// The examination concerns the problem that was solved, not the one asked for: with its tightened bounds the search
/// has converged.
TEST(Examine, OfACertifiedRunIsAboutTheTightenedBounds) {
    Config config = made_config(testing::sex_constraint);
    config.certify.confidence = 0.9;
    Source source = made_source(3000);
    source.certify = made_source(1000, 2).table;
    const Outcome outcome = examined(config, source);
    ASSERT_LT(*outcome.constraints[0].tightened, outcome.constraints[0].bound);
    EXPECT_EQ(outcome.optimality->kkt.verdict, alcole::Decision::holds);
    EXPECT_EQ(outcome.optimality->active.strongly_active.size(), 1U);
}

}  // namespace
}  // namespace alcole::learning
