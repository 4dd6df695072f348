// One problem in two precisions: what both derive from the rows is stored once, and otherwise they are
// indistinguishable from problems that were built separately.
#include <alcole/tabular/learning.hpp>

#include "engine/plan/planned_rows.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace

/// `apart`: the difference between otherwise equal numbers; the smallest vanish in single precision.
Dataset near_people(double apart) {
    Table table{.columns = {{.name = "x"},
                            {.name = "sex", .type = ColumnType::category, .levels = {"f", "m"}},
                            {.name = "y", .type = ColumnType::category, .levels = {"no", "yes"}}},
                .num_rows = 600};
    for (std::size_t row = 0; row < table.num_rows; ++row) {
        const auto k = static_cast<double>(row % 200);
        table.columns[0].numbers.push_back(k + (row / 200 % 2 == 0 ? 0 : apart));
        table.columns[1].codes.push_back(static_cast<std::int32_t>(row % 2));
        table.columns[2].codes.push_back(static_cast<std::int32_t>((row * row / 7) % 2));
    }
    return {table, {.target = "y", .positive = "yes"}};
}

Goal fair_goal(const Dataset& data) {
    const std::vector<Constraint> fair = {
        {.kind = ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {"sex"}},
        {.kind = ConstraintKind::demographic_parity, .bound = 0.05, .attributes = {"sex"}}};
    return {.constraints = define_risks(fair, data.schema(), data.table())};
}

template <class T>
std::vector<double> answers_of(LearningProblem<T> problem) {
    const auto theta = problem.start(3);
    std::vector<double> l(problem.num_constraints() + 1);
    std::vector<T> g(theta.size());
    const Batch batch{.seed = 1, .epoch = 2, .index = 1};
    problem.risks(theta, batch, l).pullback(std::vector<double>(l.size(), 1.0), g);
    std::vector<double> all = l;
    all.insert(all.end(), g.begin(), g.end());
    problem.risks(theta, l).pullback(std::vector<double>(l.size(), 1.0), g);
    all.insert(all.end(), l.begin(), l.end());
    all.insert(all.end(), g.begin(), g.end());
    return all;
}

class Precisions : public ::testing::TestWithParam<double> {};

TEST_P(Precisions, MakeNoDifferenceToEachOther) {
    const Dataset data = near_people(GetParam());
    const BatchOptions batches{.rows = 64};
    const LearningProblem<float> single(data, fair_goal(data), {}, Context(), batches);
    const LearningProblem<double> exact(data, fair_goal(data), {}, Context(), batches);
    EXPECT_EQ(answers_of(LearningProblem<double>(single)),
              answers_of(LearningProblem<double>(data, fair_goal(data), {}, Context(), batches)));
    EXPECT_EQ(answers_of(LearningProblem<float>(exact)),
              answers_of(LearningProblem<float>(data, fair_goal(data), {}, Context(), batches)));
}

INSTANTIATE_TEST_SUITE_P(WhereNumbersAre, Precisions, ::testing::Values(0.5, 1e-9));

TEST(PlannedRows, HaveOnePlanWherePrecisionsHaveTheSameDistinctRows) {
    const Dataset data = near_people(0.5);
    const engine::PlannedRows<float> single(data, fair_goal(data));
    EXPECT_EQ(engine::PlannedRows<double>(data, fair_goal(data), single).row_plan, single.row_plan);
    const Dataset close = near_people(1e-9);
    const engine::PlannedRows<float> merged(close, fair_goal(close));
    const engine::PlannedRows<double> apart(close, fair_goal(close), merged);
    EXPECT_NE(apart.row_plan, merged.row_plan);
    EXPECT_GT(apart.plan.bases.size(), merged.plan.bases.size());
}

TEST(PlannedRows, KeepNoMoreThanIsNeeded) {
    const Dataset data = near_people(0.5);
    engine::PlannedRows<double> rows(data, fair_goal(data));
    EXPECT_EQ(rows.inputs.row_base.capacity() + rows.inputs.row_variant.capacity(), 0U);
    EXPECT_EQ(rows.held_weight.capacity(), 0U);
    const engine::Plan before = rows.plan;
    ASSERT_FALSE(before.weights.empty() || before.pairs.empty());
    rows.plan.forget_entries();
    EXPECT_EQ(rows.plan.losses.capacity() + rows.plan.rates.capacity() + rows.plan.pairs.capacity(), 0U);
    EXPECT_EQ(rows.plan.columns.capacity() + rows.plan.weights.capacity(), 0U);
    EXPECT_EQ(rows.plan.point_base, before.point_base);
    EXPECT_EQ(rows.row_plan->num_pairs, before.pairs.size());
    EXPECT_TRUE(rows.row_plan->has_steps);
    rows.make_plan();
    EXPECT_FALSE(rows.plan.forgotten);
    ASSERT_EQ(rows.plan.pairs.size(), before.pairs.size());
    for (std::size_t i = 0; i < before.pairs.size(); ++i) EXPECT_EQ(rows.plan.pairs[i].weight, before.pairs[i].weight);
}

}  // namespace
}  // namespace alcole
