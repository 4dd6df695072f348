#include <alcole/derivatives.hpp>
#include <alcole/tabular/learning.hpp>

#include "constraint_zoo.hpp"
#include "naive.hpp"
#include "random_table.hpp"

#include <cmath>
#include <ostream>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace

const std::vector<std::string> features = {"age", "debts", "job", "sex", "race"};

std::string target_of(Task task) {
    return task == Task::binary ? "repaid" : task == Task::multiclass ? "grade" : "income";
}

struct Case {
    std::string name;
    Task task;
    Model model;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

std::vector<Case> cases() {
    std::vector<Case> all;
    for (const Task task : {Task::binary, Task::multiclass, Task::regression}) {
        all.push_back({std::string(to_string(task)) + "_linear", task, {}});
        for (const auto a : {Activation::sigmoid, Activation::tanh, Activation::softplus, Activation::gelu,
                             Activation::silu, Activation::relu})
            all.push_back({std::string(to_string(task)) + "_" + std::string(to_string(a)), task, {{5, 3}, a}});
    }
    return all;
}

/// One problem with every constraint of the zoo.
struct Everything {
    explicit Everything(const Case& c)
        : table(tests::random_table({.rows = 90, .seed = 7})),
          schema(fit_schema(table, {.target = target_of(c.task), .positive = "", .features = features})),
          model(c.model) {
        for (const auto& [name, constraint] : tests::constraint_zoo(c.task)) constraints.push_back(constraint);
    }
    template <class T>
    LearningProblem<T> problem(Goal goal = {}, std::size_t threads = 0, BatchOptions batches = {}) const {
        goal.constraints = define_risks(constraints, schema, table);
        return LearningProblem<T>(Dataset(table, schema), goal, model, Context({.threads = threads}), batches);
    }
    Table table;
    Schema schema;
    Model model;
    std::vector<Constraint> constraints;
};

class EveryModel : public ::testing::TestWithParam<Case> {};

TEST_P(EveryModel, HasTheRisksOfAStraightforwardEvaluation) {
    const Everything all(GetParam());
    auto problem = all.problem<double>({.weights = "weight"});
    const auto theta = problem.start(3);
    std::vector<double> l(problem.num_constraints() + 1);
    std::vector<double> strict(l.size());
    problem.risks(theta, l);
    problem.strict_risks(theta, strict);
    const tests::NaiveModel naive(all.schema, all.model, theta);
    EXPECT_NEAR(l[0], tests::naive_objective(all.table, all.schema, naive, "weight"), 1e-12 * std::abs(l[0]));
    std::size_t i = 1;
    for (const auto& constraint : all.constraints) {
        for (const bool is_strict : {false, true}) {
            std::size_t at = i;
            for (const double wanted : tests::naive_risks(constraint, all.table, all.schema, naive, is_strict)) {
                ASSERT_LT(at, l.size());
                EXPECT_NEAR((is_strict ? strict : l)[at], wanted, 1e-12 * std::max(1.0, std::abs(wanted)))
                    << problem.constraint_names()[at - 1];
                ++at;
            }
            if (is_strict) i = at;
        }
    }
    EXPECT_EQ(i, l.size());
}

TEST_P(EveryModel, HasTheGradientsOfFiniteDifferences) {
    const Everything all(GetParam());
    auto problem = all.problem<double>({.l2 = 0.1, .weights = "weight"});
    auto theta = problem.start(5);
    Random random(5);  // biases of zero put dead units exactly on the kink of relu
    for (double& v : theta) v += 0.1 * random.normal();
    const auto check = check_gradients(problem, theta);
    EXPECT_LT(check.error, 2e-6) << check.message;
}

TEST_P(EveryModel, SaysTheSameInFloat) {
    const Everything all(GetParam());
    auto exact = all.problem<double>();
    auto problem = all.problem<float>();
    const auto theta = problem.start(3);
    const std::vector<double> same(theta.begin(), theta.end());
    const std::size_t m = problem.num_constraints();
    std::vector<double> l(m + 1), wanted(m + 1), w(m + 1, 0.5);
    std::vector<float> g(theta.size());
    std::vector<double> wanted_g(theta.size());
    problem.risks(theta, l).pullback(w, g);
    exact.risks(same, wanted).pullback(w, wanted_g);
    double size = 0;
    for (const double v : wanted_g) size = std::max(size, std::abs(v));
    for (std::size_t i = 0; i <= m; ++i) EXPECT_NEAR(l[i], wanted[i], 1e-5 * std::max(1.0, std::abs(wanted[i]))) << i;
    for (std::size_t j = 0; j < g.size(); ++j) EXPECT_NEAR(g[j], wanted_g[j], 1e-5 * size) << j;
}

TEST_P(EveryModel, GivesTheSameBitsForAnyNumberOfThreads) {
    const Everything all(GetParam());
    std::vector<std::vector<float>> gradients;
    std::vector<std::vector<double>> values;
    for (const std::size_t threads : {1UL, 2UL, 8UL}) {
        auto problem = all.problem<float>({}, threads, {.rows = 20});
        const auto theta = problem.start(3);
        std::vector<double> l(problem.num_constraints() + 1);
        std::vector<double> seen;
        const std::vector<double> w(l.size(), 0.3);
        std::vector<float> g(theta.size());
        std::vector<float> all_g;
        for (std::uint64_t index = 0; index <= problem.batches_per_epoch(); ++index) {
            if (index == problem.batches_per_epoch())
                problem.risks(theta, l).pullback(w, g);
            else
                problem.risks(theta, Batch{.seed = 1, .epoch = 2, .index = index}, l).pullback(w, g);
            seen.insert(seen.end(), l.begin(), l.end());
            all_g.insert(all_g.end(), g.begin(), g.end());
        }
        gradients.push_back(all_g);
        values.push_back(seen);
    }
    EXPECT_EQ(gradients[0], gradients[1]);
    EXPECT_EQ(gradients[0], gradients[2]);
    EXPECT_EQ(values[0], values[1]);
    EXPECT_EQ(values[0], values[2]);
}

TEST_P(EveryModel, PredictsWhatTheNaiveModelDoes) {
    const Everything all(GetParam());
    const auto problem = all.problem<double>();
    const auto theta = problem.start(9);
    const auto predictions = predict<double>(Dataset(all.table, all.schema), all.model, theta);
    const tests::NaiveModel naive(all.schema, all.model, theta);
    const std::size_t outputs = all.schema.num_outputs();
    for (std::size_t row = 0; row < all.table.num_rows; ++row) {
        const auto scores = naive.scores(all.table, row);
        const auto p = naive.probabilities(scores);
        for (std::size_t k = 0; k < outputs; ++k) {
            const double wanted = GetParam().task == Task::regression
                                      ? all.schema.target.mean + all.schema.target.sd * scores[0]
                                      : p[outputs == 1 ? 1 : k];
            EXPECT_NEAR(predictions[row * outputs + k], wanted, 1e-12 * std::max(1.0, std::abs(wanted)));
        }
    }
}

/// H is symmetric: u' (H v) = v' (H u). By differences of pullbacks; relu has no second derivative to speak of.
TEST_P(EveryModel, HasASymmetricHessian) {
    if (GetParam().model.activation == Activation::relu) return;
    const Everything all(GetParam());
    auto problem = all.problem<double>({.l2 = 0.1});
    const auto theta = problem.start(3);
    Random random(4);
    std::vector<double> w(problem.num_constraints() + 1, 0.5), u(theta.size()), v(theta.size()), hu(u.size()),
        hv(u.size());
    for (double& entry : u) entry = random.normal();
    for (double& entry : v) entry = random.normal();
    AnyProblem<double> any(problem);
    hessian_vector<double>(any, theta, w, u, hu);
    hessian_vector<double>(any, theta, w, v, hv);
    double one = 0, other = 0, size = 0;
    for (std::size_t j = 0; j < u.size(); ++j) {
        one += u[j] * hv[j];
        other += v[j] * hu[j];
        size += std::abs(u[j] * hv[j]);
    }
    EXPECT_NEAR(one, other, 1e-6 * size);
    EXPECT_GT(size, 0);
}

INSTANTIATE_TEST_SUITE_P(All, EveryModel, ::testing::ValuesIn(cases()),
                         [](const auto& parameter) { return parameter.param.name; });

}  // namespace
}  // namespace alcole
