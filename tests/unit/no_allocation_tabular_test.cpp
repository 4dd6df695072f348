#include <alcole/alcole.hpp>
#include <alcole/tabular/learning.hpp>

#include "allocations.hpp"
#include "engine/random_table.hpp"

#include <gtest/gtest.h>

namespace alcole {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace

/// A small network with a smooth constraint and a rate, which has a strict risk.
LearningProblem<float> network(std::size_t threads) {
    const Table table = tests::random_table({.rows = 600, .missing = false});
    const Schema schema = fit_schema(table, {.target = "repaid", .features = {"job", "sex", "debts"}});
    const std::vector<Constraint> fair = {
        {.kind = ConstraintKind::counterfactual, .bound = 1e-4, .attributes = {"sex"}},
        {.kind = ConstraintKind::demographic_parity, .bound = 0.05, .attributes = {"sex"}}};
    return {Dataset(table, schema),
            Goal{.constraints = define_risks(fair, schema, table), .l2 = 1e-4},
            Model{.hidden = {8}},
            Context({.threads = threads}),
            {.rows = 64}};
}

/// Buffers grow to the largest mini-batch during the first epochs; from then on nothing is allocated.
TEST(TabularInnerLoop, AllocatesNothingForMiniBatches) {
    for (const std::size_t threads : {1U, 2U}) {
        LearningProblem<float> problem = network(threads);
        ASSERT_TRUE(problem.has_strict_risks());
        tests::AllocationCounter counter{.from_iteration = 20};
        Options options;
        options.regime = Regime::stochastic;
        options.stochastic.max_epochs = 60;
        (void)solve(problem, problem.start(1), options, counter);
        EXPECT_GT(counter.steps, 300);
        EXPECT_EQ(counter.inside, 0) << threads << " threads";
    }
}

TEST(TabularInnerLoop, AllocatesNothingForAllData) {
    LearningProblem<float> problem = network(1);
    tests::AllocationCounter counter{.from_iteration = 1};
    Options options;
    options.max_outer = 20;
    (void)solve(problem, problem.start(1), options, counter);
    EXPECT_GT(counter.steps, 20);
    EXPECT_LE(counter.inside, 3);
}

}  // namespace
}  // namespace alcole
