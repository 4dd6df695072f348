#include <alcole/alcole.hpp>
#include <alcole/optimality.hpp>
#include <alcole/tabular/learning.hpp>

#include "engine/random_table.hpp"
#include "print.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace

/// A logistic model on a generated table, solved and examined. Inputs: one per level of job and sex.
template <class T>
Optimality logistic(double l2, const ExamineOptions& options) {
    const Table table = tests::random_table({.rows = 300, .missing = false});
    const Schema schema = fit_schema(table, {.target = "repaid", .features = {"job", "sex", "debts"}});
    const std::vector<Constraint> fair = {
        {.kind = ConstraintKind::counterfactual, .bound = 1e-4, .attributes = {"sex"}}};
    LearningProblem<T> problem(Dataset(table, schema), Goal{.constraints = define_risks(fair, schema, table), .l2 = l2},
                               Model{});
    const auto answer = solve(problem, problem.start(1));
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    return examine(problem, answer.theta(), answer.lambda, options);
}

TEST(LogisticModel, WithOneHotInputsHasNoStrictMinimum) {
    for (const std::size_t dense_up_to : {200U, 0U}) {
        const auto found = logistic<double>(0, {.dense_up_to = dense_up_to});
        EXPECT_EQ(found.kkt.verdict, Decision::holds) << to_string(found);
        EXPECT_EQ(found.active.strongly_active.size(), 1U);
        EXPECT_NEAR(found.second_order.tangent->value, 0, 1e-6) << to_string(found);
        EXPECT_EQ(found.second_order.tangent->positive, Decision::undetermined) << to_string(found);
        EXPECT_EQ(found.second_order.verdict, Decision::undetermined) << to_string(found);
        EXPECT_FALSE(found.second_order.alpha_min);
    }
}

TEST(LogisticModel, WithRidgePenaltyHasOne) {
    const auto found = logistic<double>(1e-2, {});
    EXPECT_EQ(found.second_order.verdict, Decision::holds) << to_string(found);
    EXPECT_GT(found.second_order.tangent->value, 1e-3) << to_string(found);
    EXPECT_TRUE(found.second_order.alpha_min);
}

TEST(LogisticModel, InFloatSaysTheSame) {
    const auto without = logistic<float>(0, {});
    EXPECT_EQ(without.second_order.verdict, Decision::undetermined) << to_string(without);
    const auto with = logistic<float>(1e-1, {});
    EXPECT_EQ(with.kkt.verdict, Decision::holds) << to_string(with);
    EXPECT_EQ(with.second_order.verdict, Decision::holds) << to_string(with);
}

TEST(NetworkModel, IsExaminedByLanczos) {
    const Table table = tests::random_table({.rows = 200, .missing = false});
    const Schema schema = fit_schema(table, {.target = "repaid", .features = {"age", "debts", "job", "sex"}});
    LearningProblem<double> problem(Dataset(table, schema), {.l2 = 1e-1}, {.hidden = {30}});
    const auto answer = solve(problem, problem.start(1));
    ASSERT_GT(answer.theta().size(), 200U);
    const auto lanczos = examine(problem, answer.theta(), answer.lambda);
    const auto dense = examine(problem, answer.theta(), answer.lambda, {.dense_up_to = 1000});
    EXPECT_FALSE(lanczos.second_order.dense);
    EXPECT_NEAR(lanczos.second_order.whole->value, dense.second_order.whole->value,
                lanczos.second_order.whole->error + dense.second_order.whole->error)
        << to_string(lanczos) << "\n"
        << to_string(dense);
}

Decision verdict(const std::vector<Assumption>& list, Assumption::Kind kind) {
    return std::ranges::find(list, kind, &Assumption::kind)->verdict;
}

TEST(Regularity, OfReluIsBrokenByName) {
    const auto relu = regularity({.linear = false, .smooth = false});
    EXPECT_EQ(verdict(relu, Assumption::Kind::twice_differentiable_risks), Decision::fails);
    EXPECT_NE(reason_of(relu.back()).find("relu"), std::string_view::npos);
    EXPECT_EQ(verdict(regularity({.linear = false}), Assumption::Kind::twice_differentiable_risks), Decision::holds);
    EXPECT_EQ(verdict(regularity({.smooth = false}), Assumption::Kind::twice_differentiable_risks), Decision::holds)
        << "a linear model has no activation";
    EXPECT_EQ(verdict(regularity({}), Assumption::Kind::objective_bounded_below), Decision::holds);
    EXPECT_EQ(verdict(regularity({.l2 = 0}), Assumption::Kind::compact_level_sets), Decision::fails);
    EXPECT_EQ(verdict(regularity({.l2 = 1e-3}), Assumption::Kind::compact_level_sets), Decision::holds);
}

TEST(Regularity, HasAReasonForEveryVerdict) {
    for (const bool linear : {true, false})
        for (const bool smooth : {true, false})
            for (const double l2 : {0.0, 1e-3})
                for (const auto& assumption : regularity({.linear = linear, .smooth = smooth, .l2 = l2}))
                    EXPECT_FALSE(reason_of(assumption).empty()) << to_string(assumption.kind);
}

}  // namespace
}  // namespace alcole
