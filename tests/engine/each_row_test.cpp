#include <alcole/derivatives.hpp>
#include <alcole/solve.hpp>
#include <alcole/tabular/learning.hpp>

#include "naive.hpp"
#include "random_table.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <ostream>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace

struct Case {
    std::string name;
    Task task;
    Model model;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

std::vector<Case> cases() {
    std::vector<Case> all;
    for (const Task task : {Task::binary, Task::multiclass, Task::regression, Task::ordinal}) {
        all.push_back({std::string(to_string(task)) + "_linear", task, {}});
        all.push_back({std::string(to_string(task)) + "_network", task, {{5, 3}, Activation::tanh}});
    }
    return all;
}

/// Constraints on single rows, on all and on some of them, before and after others.
const std::vector<Constraint> constraints = {
    {.kind = ConstraintKind::row_loss, .bound = 0.9},
    {.kind = ConstraintKind::group_loss, .bound = 0.7, .attributes = {"race"}},
    {.kind = ConstraintKind::row_loss, .bound = 0.4, .name = "in debt", .rows = {"debts >= 0"}},
    {.kind = ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {"sex"}},
};

struct Rows {
    explicit Rows(const Case& c, std::size_t rows = 90)
        : table(tests::random_table({.rows = rows, .seed = 7})),
          schema(fit_schema(table, tests::options_of(c.task, {"age", "debts", "job", "sex", "race"}))),
          model(c.model),
          definitions(define_risks(constraints, schema, table)) {}
    template <class T>
    LearningProblem<T> problem(std::size_t threads = 0) const {
        return LearningProblem<T>(Dataset(table, schema), {.constraints = definitions, .weights = "weight"}, model,
                                  Context({.threads = threads}));
    }
    Table table;
    Schema schema;
    Model model;
    std::vector<RiskDefinition> definitions;
};

class EachRowOf : public ::testing::TestWithParam<Case> {};

TEST_P(EachRowOf, HasTheLossOfItsRow) {
    const Rows rows(GetParam());
    auto problem = rows.problem<double>();
    const auto theta = problem.start(3);
    std::vector<double> l(problem.num_constraints() + 1);
    std::vector<double> strict(l.size());
    problem.risks(theta, l);
    problem.strict_risks(theta, strict);
    EXPECT_EQ(l, strict);
    const tests::NaiveModel naive(rows.schema, rows.model, theta);
    std::size_t seen = 0;
    std::size_t definition = 0;
    const auto names = problem.constraint_names();
    for (const auto& constraint : constraints) {
        const auto wanted = tests::naive_risks(constraint, rows.table, rows.schema, naive, false);
        std::vector<double> found;
        while (found.size() < wanted.size()) {
            const auto& [first, count] = problem.places()[definition];
            const auto of = problem.rows_of(definition);
            EXPECT_EQ(of.size(), rows.definitions[definition].each_row ? count : 0);
            for (std::size_t k = 0; k < count; ++k) {
                found.push_back(l[1 + first + k]);
                const std::string& name = rows.definitions[definition].name;
                EXPECT_EQ(names[first + k], of.empty() ? name : name + ": row " + std::to_string(of[k] + 1));
            }
            ++definition;
        }
        ASSERT_EQ(found.size(), wanted.size());
        for (std::size_t k = 0; k < wanted.size(); ++k)
            EXPECT_NEAR(found[k], wanted[k], 1e-12 * std::max(1.0, std::abs(wanted[k]))) << k;
        seen += wanted.size();
    }
    EXPECT_EQ(seen + 1, l.size());
}

TEST_P(EachRowOf, HasTheGradientsOfFiniteDifferences) {
    const Rows rows(GetParam(), 40);
    auto problem = rows.problem<double>();
    auto theta = problem.start(5);
    Random random(5);
    for (double& v : theta) v += 0.1 * random.normal();
    const auto check = check_gradients(problem, theta);
    EXPECT_LT(check.error, 2e-6) << check.message;
}

TEST_P(EachRowOf, HasTheSecondDerivativesOfFiniteDifferences) {
    const Rows rows(GetParam(), 40);
    auto problem = rows.problem<double>();
    auto theta = problem.start(5);
    const std::size_t n = theta.size();
    Random random(5);
    std::vector<double> v(n), w(problem.num_constraints() + 1), l(w.size()), h(n), g(n), wanted(n);
    for (double& x : theta) x += 0.1 * random.normal();
    for (double& x : v) x = random.normal();
    for (double& x : w) x = random.uniform();
    constexpr double t = 1e-5;
    for (const double sign : {1.0, -1.0}) {
        auto moved = theta;
        for (std::size_t j = 0; j < n; ++j) moved[j] += sign * t * v[j];
        problem.risks(moved, l).pullback(w, g);
        for (std::size_t j = 0; j < n; ++j) wanted[j] += sign * g[j] / (2 * t);
    }
    double size = 1e-2;
    for (const double x : wanted) size = std::max(size, std::abs(x));
    problem.hessian_vector(theta, w, v, h);
    for (std::size_t j = 0; j < n; ++j) EXPECT_NEAR(h[j], wanted[j], 1e-7 * size) << j;
    if (!problem.has_hessian()) return;
    std::vector<double> matrix(n * n);
    problem.hessian(theta, w, matrix);
    for (std::size_t a = 0; a < n; ++a) {
        double along = 0;
        for (std::size_t b = 0; b < n; ++b) along += (b <= a ? matrix[a * n + b] : matrix[b * n + a]) * v[b];
        EXPECT_NEAR(along, h[a], 1e-12 * size);
    }
}

TEST_P(EachRowOf, HasTheSameBitsForAnyNumberOfThreads) {
    const Rows rows(GetParam());
    std::vector<std::vector<double>> seen;
    for (const std::size_t threads : {1UL, 2UL, 5UL}) {
        auto problem = rows.problem<float>(threads);
        const auto theta = problem.start(3);
        std::vector<double> l(problem.num_constraints() + 1);
        std::vector<double> w(l.size());
        std::iota(w.begin(), w.end(), 1.0);
        std::vector<float> g(theta.size());
        problem.risks(theta, l).pullback(w, g);
        l.insert(l.end(), g.begin(), g.end());
        seen.push_back(l);
    }
    EXPECT_EQ(seen[0], seen[1]);
    EXPECT_EQ(seen[0], seen[2]);
}

TEST(EachRow, HasNoEstimateFromAMiniBatch) {
    const Rows rows(cases().front());
    auto problem = rows.problem<float>();
    std::vector<double> l(problem.num_constraints() + 1);
    EXPECT_THROW(problem.risks(problem.start(1), Batch{}, l), std::logic_error);
}

INSTANTIATE_TEST_SUITE_P(All, EachRowOf, ::testing::ValuesIn(cases()),
                         [](const auto& parameter) { return parameter.param.name; });

}  // namespace
}  // namespace alcole
