#include <alcole/alcole.hpp>
#include <alcole/tabular/learning.hpp>

#include "allocations.hpp"
#include "engine/random_table.hpp"

#include <gtest/gtest.h>

namespace alcole {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace

/// A small model with a smooth constraint and a rate, which has a strict risk.
template <class T>
LearningProblem<T> learning(const Model& model, std::size_t threads) {
    const Table table = tests::random_table({.rows = 600, .missing = false});
    const Schema schema = fit_schema(table, {.target = "repaid", .features = {"job", "sex", "debts"}});
    const std::vector<Constraint> fair = {
        {.kind = ConstraintKind::counterfactual, .bound = 1e-4, .attributes = {"sex"}},
        {.kind = ConstraintKind::demographic_parity, .bound = 0.05, .attributes = {"sex"}}};
    return {Dataset(table, schema),
            Goal{.constraints = define_risks(fair, schema, table), .l2 = 1e-4},
            model,
            Context({.threads = threads}),
            {.rows = 64}};
}

LearningProblem<float> network(std::size_t threads) { return learning<float>({.hidden = {8}}, threads); }

/// Buffers grow to the largest mini-batch during the first epochs; after that nothing is allocated.
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

TEST(TabularInnerLoop, AllocatesNothingForNewtonSteps) {
    LearningProblem<double> problem = learning<double>({}, 2);
    for (const auto minimiser : {Minimiser::newton, Minimiser::newton_cg}) {
        tests::AllocationCounter counter;
        Options options;
        options.inner.minimiser = minimiser;
        options.inner.first_tolerance = 1e-6;             // most steps in one minimisation
        (void)solve(problem, problem.start(1), options);  // the engine's buffers are allocated once
        const auto answer = solve(problem, problem.start(1), options, counter);
        EXPECT_GT(answer.counts.hessians + answer.counts.hessian_vectors, 10);
        EXPECT_GT(counter.steps, 3);
        EXPECT_LE(counter.inside, 3);
    }
}

}  // namespace
}  // namespace alcole
