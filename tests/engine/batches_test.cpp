#include <alcole/tabular/learning.hpp>

#include "constraint_zoo.hpp"
#include "random_table.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace

struct Setting {
    Table table;
    Schema schema;
    std::vector<RiskDefinition> risks;
};

Setting setting(std::size_t rows, const std::vector<Constraint>& constraints) {
    Setting s;
    s.table = tests::random_table({.rows = rows, .missing = false, .seed = 3});
    s.schema = fit_schema(s.table, {.target = "repaid", .features = {"age", "debts", "job", "sex", "race"}});
    s.risks = define_risks(constraints, s.schema, s.table);
    return s;
}

const std::vector<Constraint> some = {
    {.kind = ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {"race"}},
    {.kind = ConstraintKind::equal_opportunity, .bound = 0.05, .attributes = {"sex"}},
    {.kind = ConstraintKind::group_loss, .bound = 0.7, .attributes = {"race"}},
};

TEST(Batches, OfAnEpochAverageToTheRisksOnAllData) {  // every row is used exactly once
    const Setting s = setting(1000, some);
    LearningProblem<double> problem(Dataset(s.table, s.schema), Goal{.constraints = s.risks, .weights = "weight"},
                                    Model{}, Context(), BatchOptions{.rows = 64, .min_rows_per_group = 0});
    const auto theta = problem.start(1);
    std::vector<double> all(problem.num_constraints() + 1), one(all.size()), mean(all.size(), 0.0);
    problem.risks(theta, all);
    const auto batches = static_cast<double>(problem.batches_per_epoch());
    EXPECT_EQ(problem.batches_per_epoch(), 16U);
    for (std::uint64_t index = 0; index < problem.batches_per_epoch(); ++index) {
        problem.risks(theta, Batch{.seed = 5, .epoch = 8, .index = index}, one);
        for (std::size_t i = 0; i < all.size(); ++i) mean[i] += one[i] / batches;
    }
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_NEAR(mean[i], all[i], 1e-12) << i;
}

TEST(Batches, AreUnbiasedOneByOneAlsoForTinyGroups) {
    auto rare = some;
    rare.push_back(
        {.kind = ConstraintKind::group_loss, .bound = 0.7, .rows = {"age > 2", "debts > 0", "job == smith"}});
    const Setting s = setting(600, rare);
    LearningProblem<double> problem(Dataset(s.table, s.schema), Goal{.constraints = s.risks}, Model{}, Context(),
                                    BatchOptions{.rows = 50, .min_rows_per_group = 12});
    const auto theta = problem.start(1);
    std::vector<double> all(problem.num_constraints() + 1), one(all.size()), sum(all.size(), 0), squares(all.size(), 0);
    problem.risks(theta, all);
    const double draws = 4000;
    for (std::uint64_t epoch = 0; epoch < static_cast<std::uint64_t>(draws); ++epoch) {
        problem.risks(theta, Batch{.seed = 2, .epoch = epoch, .index = 3}, one);
        for (std::size_t i = 0; i < all.size(); ++i) {
            sum[i] += one[i];
            squares[i] += one[i] * one[i];
        }
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double mean = sum[i] / draws;
        const double error = std::sqrt(std::max(0.0, squares[i] / draws - mean * mean) / draws);
        EXPECT_NEAR(mean, all[i], 4.5 * error + 1e-12) << i;
    }
}

TEST(Batches, HoldAllOfAGroupThatIsTiny) {  // 12 rows are requested and there are fewer: its risk has no noise
    const Setting s = setting(600, {{.kind = ConstraintKind::group_loss,
                                     .bound = 0.7,
                                     .rows = {"age > 2", "debts > 0", "job == smith", "sex == f", "race == red"}}});
    const auto group = matching_rows(s.table, s.risks[0].terms[0].rows);
    ASSERT_GT(group.size(), 0U);
    ASSERT_LT(group.size(), 12U);
    LearningProblem<double> problem(Dataset(s.table, s.schema), Goal{.constraints = s.risks}, Model{}, Context(),
                                    BatchOptions{.rows = 50, .min_rows_per_group = 12});
    const auto theta = problem.start(1);
    std::vector<double> all(2), one(2);
    problem.risks(theta, all);
    for (std::uint64_t index = 0; index < problem.batches_per_epoch(); ++index) {
        problem.risks(theta, Batch{.seed = 1, .epoch = 1, .index = index}, one);
        EXPECT_NEAR(one[1], all[1], 1e-13);
    }
}

TEST(Batches, AreTheSameWheneverTheyAreAskedFor) {
    const Setting s = setting(300, some);
    LearningProblem<float> problem(Dataset(s.table, s.schema), Goal{.constraints = s.risks}, Model{}, Context(),
                                   BatchOptions{.rows = 32});
    const auto theta = problem.start(1);
    std::vector<double> first(problem.num_constraints() + 1), other(first.size()), again(first.size());
    problem.risks(theta, Batch{.seed = 1, .epoch = 4, .index = 2}, first);
    problem.risks(theta, Batch{.seed = 1, .epoch = 9, .index = 0}, other);
    problem.risks(theta, Batch{.seed = 1, .epoch = 4, .index = 2}, again);
    EXPECT_EQ(first, again);
    EXPECT_NE(first, other);
}

TEST(Batches, HaveTheGradientOfTheirOwnRisks) {
    const Setting s = setting(300, some);
    LearningProblem<double> problem(Dataset(s.table, s.schema), {.constraints = s.risks, .l2 = 0.1}, {.hidden = {6}},
                                    Context(), {.rows = 32});
    const Batch batch{.seed = 1, .epoch = 4, .index = 2};
    auto theta = problem.start(1);
    std::vector<double> l(problem.num_constraints() + 1), w(l.size(), 0.7), g(theta.size()), up(l.size()),
        down(l.size());
    problem.risks(theta, batch, l).pullback(w, g);
    for (std::size_t j = 0; j < theta.size(); j += 5) {
        const double kept = theta[j];
        const double h = 1e-5;
        theta[j] = kept + h;
        problem.risks(theta, batch, up);
        theta[j] = kept - h;
        problem.risks(theta, batch, down);
        theta[j] = kept;
        double wanted = 0;
        for (std::size_t i = 0; i < l.size(); ++i) wanted += w[i] * (up[i] - down[i]) / (2 * h);
        EXPECT_NEAR(g[j], wanted, 1e-8) << j;
    }
}

}  // namespace
}  // namespace alcole
