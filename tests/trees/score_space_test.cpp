#include "engine/score_space.hpp"

#include <alcole/random.hpp>
#include <alcole/tabular/dataset.hpp>

#include "../engine/constraint_zoo.hpp"
#include "../engine/random_table.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

namespace alcole::engine {
namespace {

using tabular::Task;

/// Every constraint of the zoo on a small table, with random scores.
struct Scored {
    explicit Scored(Task task)
        : data(tests::random_table({.rows = 90, .seed = 7}),
               tests::options_of(task, {"age", "debts", "job", "sex", "race"})),
          goal(goal_of(task)),
          rows(data, goal),
          sums(task, data.schema().num_outputs(), pool),
          scores(rows.plan.num_points() * data.schema().num_outputs()),
          risks(goal.constraints.size() + 1) {
        Random random(3, 1);
        for (double& s : scores) s = random.normal();
        evaluate();
    }
    tabular::Goal goal_of(Task task) const {
        std::vector<tabular::Constraint> constraints;
        for (const auto& [name, constraint] : tests::constraint_zoo(task)) constraints.push_back(constraint);
        return {.constraints = tabular::define_risks(constraints, data.schema(), data.table()), .weights = "weight"};
    }
    void evaluate() {
        std::ranges::copy(scores, sums.start(rows.plan).begin());
        sums.risks(risks);
    }
    double weighted(std::span<const double> w) {
        evaluate();
        double total = 0;
        for (std::size_t i = 0; i < w.size(); ++i) total += w[i] * risks[i];
        return total;
    }

    tabular::Dataset data;
    tabular::Goal goal;
    PlannedRows<double> rows;
    ThreadPool pool{1};
    RiskSums sums;
    std::vector<double> scores;
    std::vector<double> risks;
};

class EveryTask : public ::testing::TestWithParam<Task> {};

TEST_P(EveryTask, GradientsByScoreAreDifferencesForEveryKindOfConstraint) {
    Scored scored(GetParam());
    std::vector<double> w(scored.risks.size());
    for (std::size_t i = 0; i < w.size(); ++i) {
        std::ranges::fill(w, 0.0);
        w[i] = 1;
        scored.evaluate();
        const auto by_score = scored.sums.gradient(w);
        const std::vector<double> g(by_score.begin(), by_score.end());
        constexpr double h = 1e-5;
        for (std::size_t j = i % 7; j < g.size(); j += 7) {
            const double s = scored.scores[j];
            scored.scores[j] = s + h;
            const double above = scored.weighted(w);
            scored.scores[j] = s - h;
            const double below = scored.weighted(w);
            scored.scores[j] = s;
            EXPECT_NEAR(g[j], (above - below) / (2 * h), 1e-7) << "risk " << i << ", score " << j;
        }
    }
}

/// Along any direction the second derivative is at most what the diagonal says.
TEST_P(EveryTask, TheDiagonalBoundsTheCurvature) {
    Scored scored(GetParam());
    Random random(5, 2);
    std::vector<double> w(scored.risks.size());
    std::vector<double> ds(scored.scores.size());
    for (int trial = 0; trial < 50; ++trial) {
        for (double& x : w) x = std::abs(random.normal());
        for (double& x : ds) x = random.normal();
        scored.evaluate();
        const auto change = scored.sums.curvature(w, ds);
        double curvature = 0;
        for (std::size_t j = 0; j < ds.size(); ++j) curvature += ds[j] * change[j];
        const auto h = scored.sums.push(w, 1.0).bound;
        double most = 0;
        for (std::size_t j = 0; j < ds.size(); ++j) most += h[j] * ds[j] * ds[j];
        EXPECT_LE(curvature, most * (1 + 1e-12));
    }
}

/// Both forms of the risks from one pass equal those computed separately, at any width.
TEST_P(EveryTask, BothRisksComeFromOnePass) {
    Scored scored(GetParam());
    for (const double width : {1.0, 0.25}) {
        scored.sums.set_width(width);
        scored.evaluate();
        std::vector<double> strict(scored.risks.size());
        scored.sums.strict_risks(strict);
        std::vector<double> both(scored.risks.size());
        std::vector<double> both_strict(scored.risks.size());
        scored.sums.risks(both, both_strict);
        EXPECT_EQ(both, scored.risks);
        EXPECT_EQ(both_strict, strict);
        EXPECT_NE(both, both_strict);
    }
}

/// A space that counts a gap once has the risks of both of its sides, and the gradient of any weights on them.
TEST_P(EveryTask, TheOtherSideOfAGapIsItsOpposite) {
    Scored scored(GetParam());
    const std::size_t outputs = scored.data.schema().num_outputs();
    if (GetParam() == Task::ordinal) return;  // trees have no cut points
    ScoreSpace space(scored.data, scored.goal, Context({.threads = 1}));
    if (GetParam() == Task::binary) {  // the gaps of the other tasks have several others between their sides
        EXPECT_LT(TwoSides(scored.goal.constraints).num_counted(), scored.risks.size());
    }
    space.begin(std::vector<float>(outputs, 0.0F));
    std::vector<float> adds(scored.scores.begin(), scored.scores.end());
    ASSERT_EQ(space.scores().size(), adds.size());
    space.add({}, adds);

    std::ranges::copy(adds, scored.scores.begin());
    scored.sums.set_width(0.25);
    scored.evaluate();
    std::vector<double> strict(scored.risks.size());
    scored.sums.strict_risks(strict);
    for (std::size_t i = 0; i < strict.size(); ++i) {
        const auto* risk = i == 0 ? nullptr : &scored.goal.constraints[i - 1];
        const double bound = risk == nullptr ? 0 : (risk->at_least ? -1 : 1) * risk->bound;
        EXPECT_NEAR(space.risks()[i], scored.risks[i] - bound, 1e-12) << i;
        EXPECT_NEAR(space.strict_risks()[i], strict[i] - bound, 1e-12) << i;
    }
    Random random(9, 1);
    std::vector<double> w(strict.size());
    for (double& x : w) x = random.normal();
    const auto expected = scored.sums.gradient(w);
    const auto& push = space.push(w, std::vector<double>(w.size(), 0.0), 0.1);
    double unit = 0;  // of a row
    for (std::size_t j = 0; j < expected.size(); ++j)
        if (std::abs(expected[j]) > 1e-3) unit = push.gradient[j] / expected[j];
    ASSERT_GT(unit, 0);
    for (std::size_t j = 0; j < expected.size(); ++j)
        EXPECT_NEAR(push.gradient[j], unit * expected[j], 1e-4 * (1 + std::abs(push.gradient[j]))) << j;
}

/// The number of points that are processed at a time changes only the order of sums.
TEST_P(EveryTask, TilesOfAnySizeHaveTheSameSums) {
    Scored scored(GetParam());
    const PlannedRows<double> small(scored.data, scored.goal, {}, 5);
    ASSERT_GT(small.plan.tiles.size(), scored.rows.plan.tiles.size());
    std::vector<double> w(scored.risks.size());
    Random random(8, 1);
    for (double& x : w) x = random.normal();
    const auto push = scored.sums.push(w, 0.1);
    const std::vector<double> gradient(push.gradient.begin(), push.gradient.end());
    const std::vector<double> bound(push.bound.begin(), push.bound.end());
    RiskSums sums(GetParam(), scored.data.schema().num_outputs(), scored.pool);
    std::ranges::copy(scored.scores, sums.start(small.plan).begin());
    std::vector<double> risks(scored.risks.size());
    sums.risks(risks);
    const auto again = sums.push(w, 0.1);
    for (std::size_t i = 0; i < risks.size(); ++i) EXPECT_NEAR(risks[i], scored.risks[i], 1e-12) << i;
    for (std::size_t j = 0; j < gradient.size(); ++j) {
        EXPECT_NEAR(again.gradient[j], gradient[j], 1e-12) << j;
        EXPECT_NEAR(again.bound[j], bound[j], 1e-12) << j;
    }
}

/// What a round needs comes from one pass, and equals what separate passes give.
TEST_P(EveryTask, APushIsItsGradients) {
    Scored scored(GetParam());
    Random random(6, 3);
    std::vector<double> w(scored.risks.size());
    for (double& x : w) x = random.normal();
    w[2] = 0;
    std::vector<std::vector<double>> expected;
    const auto keep = [&](std::span<const double> g) { expected.emplace_back(g.begin(), g.end()); };
    keep(scored.sums.gradient(w));
    std::vector<std::size_t> all(w.size());
    std::iota(all.begin(), all.end(), 0);
    for (const std::size_t i : all) {
        std::vector<double> unit(w.size(), 0.0);
        unit[i] = 1;
        keep(scored.sums.gradient(unit));
    }
    const auto push = scored.sums.push(w, 0.1, all);
    ASSERT_EQ(push.alone.size(), all.size());
    for (std::size_t j = 0; j < scored.scores.size(); ++j) {
        EXPECT_NEAR(push.gradient[j], expected[0][j], 1e-12);
        for (const std::size_t i : all) EXPECT_NEAR(push.alone[i][j], expected[i + 1][j], 1e-12) << "risk " << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Scores, EveryTask,
                         ::testing::Values(Task::binary, Task::multiclass, Task::regression, Task::ordinal),
                         [](const auto& one) { return std::string(tabular::to_string(one.param)); });

}  // namespace
}  // namespace alcole::engine
