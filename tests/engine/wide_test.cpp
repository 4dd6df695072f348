#include <alcole/derivatives.hpp>
#include <alcole/tabular/learning.hpp>
#include <alcole/tabular/row_values.hpp>

#include "constraint_zoo.hpp"
#include "engine/plan/part.hpp"
#include "engine/plan/planned_rows.hpp"
#include "naive.hpp"
#include "random_table.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace

/// The table of the other tests, plus many columns that are nearly always 0, or nearly always missing.
Table wide_table(bool compact) {
    Table table = tests::random_table({.rows = 70, .seed = 3});
    Random random(8);
    for (std::size_t c = 0; c < 260; ++c) {
        std::vector<double> values(table.num_rows, c % 20 == 0 ? std::nan("") : 0.0);
        for (std::size_t k = 0; k < 4; ++k) values[random.below(table.num_rows)] = 1 + random.normal();
        table.columns.push_back(
            {.name = "word " + std::to_string(c), .numbers = compact ? Numbers::compact(values) : Numbers(values)});
    }
    return table;
}

struct Wide {
    explicit Wide(Task task, bool compact = true) : table(wide_table(compact)) {
        std::vector<std::string> features = {"age", "debts", "job", "sex", "race"};
        for (std::size_t c = 0; c < 260; ++c) features.push_back("word " + std::to_string(c));
        schema = fit_schema(table, tests::options_of(task, features));
        // Only those that change inputs; other tests cover the rest. The straightforward evaluation is slow.
        for (const auto& [name, constraint] : tests::constraint_zoo(task))
            if (constraint.kind == ConstraintKind::counterfactual) constraints.push_back(constraint);
    }
    template <class T>
    LearningProblem<T> problem(const Model& model, std::size_t threads = 0) const {
        return LearningProblem<T>(Dataset(table, schema), {.constraints = define_risks(constraints, schema, table)},
                                  model, Context({.threads = threads}));
    }
    Table table;
    Schema schema;
    std::vector<Constraint> constraints;
};

const std::vector<Model> models = {{}, {{4}, Activation::tanh}};
const std::vector<Task> tasks = {Task::binary, Task::multiclass, Task::regression, Task::ordinal};

TEST(WideTables, HaveTheRisksOfAStraightforwardEvaluation) {
    for (const Task task : tasks) {
        for (const Model& model : models) {
            const Wide all(task);
            ASSERT_TRUE(engine::PlannedRows<double>(Dataset(all.table, all.schema), {}).inputs.has_lists());
            auto problem = all.problem<double>(model);
            auto theta = problem.start(3);
            Random random(5);
            for (double& v : theta) v += 0.1 * random.normal();
            std::vector<double> l(problem.num_constraints() + 1);
            problem.risks(theta, l);
            const tests::NaiveModel naive(all.schema, model, theta);
            EXPECT_NEAR(l[0], tests::naive_objective(all.table, all.schema, naive, ""), 1e-11 * std::abs(l[0]));
            std::size_t i = 1;
            for (const auto& constraint : all.constraints)
                for (const double wanted : tests::naive_risks(constraint, all.table, all.schema, naive, false)) {
                    EXPECT_NEAR(l[i], wanted, 1e-11 * std::max(1.0, std::abs(wanted)))
                        << problem.constraint_names()[i - 1];
                    ++i;
                }
            EXPECT_EQ(i, l.size());
        }
    }
}

TEST(WideTables, HaveTheGradientsOfFiniteDifferences) {
    for (const Task task : tasks) {
        const Wide all(task);
        LearningProblem<double> problem(Dataset(all.table, all.schema), {.l2 = 0.1}, {}, Context({.threads = 1}));
        auto theta = problem.start(3);
        Random random(5);
        for (double& v : theta) v += 0.1 * random.normal();
        const auto check = check_gradients(problem, theta);
        EXPECT_LT(check.error, 2e-6) << check.message;
    }
}

TEST(WideTables, GiveTheSameBitsHoweverColumnsAreKeptAndWithAnyNumberOfThreads) {
    for (const Model& model : models) {
        std::vector<std::vector<double>> seen;
        for (const bool compact : {true, false}) {
            for (const std::size_t threads : {1UL, 3UL}) {
                const Wide all(Task::binary, compact);
                auto problem = all.problem<double>(model, threads);
                const auto theta = problem.start(3);
                std::vector<double> l(problem.num_constraints() + 1);
                std::vector<double> g(theta.size());
                problem.risks(theta, l).pullback(std::vector<double>(l.size(), 0.3), g);
                g.insert(g.end(), l.begin(), l.end());
                seen.push_back(g);
            }
        }
        for (const auto& one : seen) EXPECT_EQ(one, seen.front());
    }
}

TEST(WideTables, AreTheSameInputsAsNumbersOneByOne) {
    const Wide all(Task::binary);
    const engine::PlannedRows<double> rows(Dataset(all.table, all.schema), {});
    const auto& inputs = rows.inputs;
    EXPECT_TRUE(inputs.numbers.empty());
    double most = 0;
    for (std::size_t base = 0; base < inputs.num_bases; ++base) {
        std::vector<double> numbers(inputs.num_numbers);
        inputs.write_numbers(base, numbers.data());
        for (std::size_t j = 0; j < numbers.size(); ++j) EXPECT_EQ(numbers[j], inputs.number(base, j));
        double squares = 0;
        for (const double x : numbers) squares += x * x;
        for (std::size_t b = 0; b < inputs.base_blocks; ++b)
            squares += inputs.base_ones[base * inputs.base_blocks + b] >= 0 ? 1 : 0;
        most = std::max(most, squares);
    }
    EXPECT_NEAR(largest_input(Dataset(all.table, all.schema)), std::sqrt(most), 1e-9);
}

TEST(WideTables, GoToTheRanksThatHaveTheirBases) {
    const Wide all(Task::binary);
    const engine::PlannedRows<float> rows(Dataset(all.table, all.schema), {});
    engine::Plan part = engine::part_of(rows.plan, {0, static_cast<std::uint32_t>(rows.plan.groups.size())});
    const auto bases_before = part.bases;
    const auto taken = engine::take_bases(rows.inputs, part);
    engine::Inputs<float> there{
        .num_numbers = rows.inputs.num_numbers, .usual = rows.inputs.usual, .lists = taken.lists};
    std::vector<float> here_numbers(there.num_numbers), there_numbers(there.num_numbers);
    for (std::size_t b = 0; b < part.bases.size(); ++b) {
        rows.inputs.write_numbers(bases_before[b], here_numbers.data());
        there.write_numbers(part.bases[b], there_numbers.data());
        EXPECT_EQ(here_numbers, there_numbers);
    }
}

}  // namespace
}  // namespace alcole
