#include <alcole/tabular/learning.hpp>
#include <alcole/tabular/metrics.hpp>

#include "random_table.hpp"

#include <gtest/gtest.h>

namespace alcole::tabular {
namespace {

GroupRates group_with(const std::string& name, std::size_t rows, double rate) {
    return {.group = name, .rows = rows, .positive_rate = rate};
}

TEST(RateGaps, OfTwoGroupsAreNewcombes) {
    const std::vector<GroupRates> groups = {group_with("b", 80, 48.0 / 80), group_with("a", 70, 56.0 / 70)};
    const auto gaps = rate_gaps("sex", groups);
    ASSERT_EQ(gaps.size(), 1U) << "no other rate is known";
    EXPECT_EQ(gaps[0].high, "a");
    EXPECT_EQ(gaps[0].low, "b");
    EXPECT_NEAR(gaps[0].difference.low, 0.0524, 5e-5);
    EXPECT_NEAR(gaps[0].difference.high, 0.3339, 5e-5);
    EXPECT_TRUE(gaps[0].beyond_chance());
}

/// The widest gap involves a handful of people; the gap between the large groups is the one that is certain.
TEST(RateGaps, ShowTheSureOneBelowTheWideOne) {
    const std::vector<GroupRates> groups = {group_with("large", 5000, 0.3), group_with("other", 4000, 0.2),
                                            group_with("few", 5, 0.6)};
    const auto gaps = rate_gaps("race", groups);
    ASSERT_EQ(gaps.size(), 2U);
    EXPECT_EQ(gaps[0].high, "few");
    EXPECT_FALSE(gaps[0].beyond_chance());
    EXPECT_EQ(gaps[1].high, "large");
    EXPECT_TRUE(gaps[1].beyond_chance());
    EXPECT_TRUE(groups[2].is_small());
    EXPECT_FALSE(groups[0].is_small());
    const auto pair = rate_gaps("race", std::vector(groups.begin(), groups.begin() + 2));
    EXPECT_GT(pair[0].difference.low, gaps[1].difference.low) << "three pairs ask for wider intervals than one";
}

TEST(RateGaps, AreOfMeansToo) {
    std::vector<GroupRates> groups = {{.group = "a", .rows = 100, .mean_prediction = Interval{2700, 2600, 2800}},
                                      {.group = "b", .rows = 100, .mean_prediction = Interval{2900, 2780, 3020}}};
    const auto gaps = rate_gaps("ethnicity", groups);
    ASSERT_EQ(gaps.size(), 1U);
    EXPECT_EQ(gaps[0].rate, "mean_prediction");
    EXPECT_EQ(gaps[0].high, "b");
    EXPECT_DOUBLE_EQ(gaps[0].difference.estimate, 200);
    EXPECT_NEAR(gaps[0].difference.low, 200 - std::hypot(100, 120), 1e-9);
    for (auto& group : groups) group.of_class = "high";
    EXPECT_TRUE(rate_gaps("ethnicity", groups).empty()) << "a mean is the same for all classes";
}

/// Among groups that are treated alike, a pair is rarely called different.
TEST(RateGaps, HoldForAllPairsTogether) {
    Random random(3);
    int false_alarms = 0;
    constexpr int tables = 400;
    for (int t = 0; t < tables; ++t) {
        std::vector<GroupRates> groups;
        for (int g = 0; g < 6; ++g) {
            double positives = 0;
            for (int row = 0; row < 100; ++row) positives += random.uniform() < 0.4 ? 1 : 0;
            groups.push_back(group_with(std::to_string(g), 100, positives / 100));
        }
        const auto gaps = rate_gaps("race", groups);
        false_alarms += gaps.back().beyond_chance() ? 1 : 0;
    }
    EXPECT_LT(false_alarms, 0.08 * tables);
}

TEST(RiskIntervals, BelongToTheRisks) {
    const Table table = tests::random_table({.rows = 200, .seed = 4});
    const Schema schema = fit_schema(table, {.target = "repaid", .features = {"age", "job", "race", "sex"}});
    const std::vector<Constraint> constraints = {
        {.kind = ConstraintKind::demographic_parity, .bound = 0.1, .attributes = {"race"}},
        {.kind = ConstraintKind::equal_opportunity, .bound = 0.1, .attributes = {"race"}, .against_whole = true},
        {.kind = ConstraintKind::rate, .bound = 0.5, .attributes = {"sex"}, .rate = Rate::error_rate},
        {.kind = ConstraintKind::counterfactual, .bound = 0.1, .attributes = {"sex"}},
        {.kind = ConstraintKind::group_loss, .bound = 1}};
    const auto risks = define_risks(constraints, schema, table);
    LearningProblem<double> problem(Dataset(table, schema), Goal{.constraints = risks}, Model{});
    auto theta = problem.start(1);
    theta.back() = 0;
    std::vector<double> strict(risks.size() + 1);
    problem.strict_risks(theta, strict);
    const auto intervals = risk_intervals(schema, table, scores_of<double>(Dataset(table, schema), {}, theta), risks);
    ASSERT_EQ(intervals.size(), risks.size());
    for (std::size_t i = 0; i < risks.size(); ++i) {
        const bool rates =
            risks[i].kind != ConstraintKind::counterfactual && risks[i].kind != ConstraintKind::group_loss;
        ASSERT_EQ(intervals[i].has_value(), rates) << risks[i].name;
        if (!rates) continue;
        EXPECT_NEAR(intervals[i]->estimate, strict[i + 1] + risks[i].bound, 1e-12) << risks[i].name;
        EXPECT_LT(intervals[i]->low, intervals[i]->estimate + 1e-12);
        EXPECT_GT(intervals[i]->high, intervals[i]->estimate - 1e-12);
        EXPECT_GT(intervals[i]->high - intervals[i]->low, 0.01);
    }
}

}  // namespace
}  // namespace alcole::tabular
