#include <alcole/derivatives.hpp>
#include <alcole/tabular/learning.hpp>
#include <alcole/tabular/metrics.hpp>

#include "constraint_zoo.hpp"
#include "naive.hpp"
#include "random_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <utility>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace

const std::vector<std::string> features = {"age", "debts", "job", "sex", "race"};

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
          schema(fit_schema(table, tests::options_of(c.task, features))),
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
    Random random(5);  // biases of zero would put dead units exactly on the kink of relu
    for (double& v : theta) v += 0.1 * random.normal();
    const auto check = check_gradients(problem, theta);
    EXPECT_LT(check.error, 2e-6) << check.message;
}

/// Also narrow rates; and a new width takes effect at a theta that was evaluated at another width.
TEST_P(EveryModel, HasTheGradientsOfFiniteDifferencesAtAnyWidth) {
    const Everything all(GetParam());
    auto problem = all.problem<double>();
    auto theta = problem.start(5);
    Random random(5);
    for (double& v : theta) v += 0.1 * random.normal();
    std::vector<double> wide(problem.num_constraints() + 1), narrow(wide.size());
    problem.risks(theta, wide);
    problem.set_width(0.3);
    problem.risks(theta, narrow);
    EXPECT_EQ(narrow[0], wide[0]);
    EXPECT_EQ(narrow == wide, !problem.has_strict_risks());
    const auto check = check_gradients(problem, theta);
    EXPECT_LT(check.error, 2e-6) << check.message;
    EXPECT_THROW(problem.set_width(0), std::invalid_argument);
}

/// The share of wrong predictions: counted, or for a width > 0 with the probabilities of the scores divided by it.
double naive_errors(const Everything& all, const tests::NaiveModel& naive, double width) {
    const auto& [column, classes] = std::pair(all.table.at(all.schema.target.column), all.schema.target.classes);
    double errors = 0;
    for (std::size_t row = 0; row < all.table.num_rows; ++row) {
        auto scores = naive.scores(all.table, row);
        for (double& score : scores) score /= width > 0 ? width : 1;
        const auto p = naive.probabilities(scores);
        const auto own = std::ranges::find(classes, column.text(row)) - classes.begin();
        errors += width > 0                                        ? 1 - p[static_cast<std::size_t>(own)]
                  : std::ranges::max_element(p) - p.begin() == own ? 0
                                                                   : 1;
    }
    return errors / static_cast<double>(all.table.num_rows);
}

/// Errors are counted in the end, or keep a width and are then the same throughout.
TEST_P(EveryModel, CanMinimiseErrors) {
    const Everything all(GetParam());
    if (all.schema.target.task == Task::regression) {
        EXPECT_THROW((void)all.problem<double>({.objective = Objective::error_rate}), std::invalid_argument);
        return;
    }
    auto loss = all.problem<double>();
    for (const double width : {0.0, 0.3}) {
        auto problem = all.problem<double>({.objective = Objective::error_rate, .error_width = width});
        auto theta = problem.start(3);
        Random random(5);
        for (double& v : theta) v += 0.1 * random.normal();
        std::vector<double> l(problem.num_constraints() + 1), strict(l.size());
        loss.risks(theta, l);
        problem.strict_risks(theta, strict);
        const double errors = naive_errors(all, tests::NaiveModel(all.schema, all.model, theta), width);
        EXPECT_NEAR(strict[0], 0.85 * errors + 0.15 * l[0], 1e-7);
        for (const double rates : {1.0, 0.1}) {
            problem.set_width(rates);
            problem.risks(theta, l);
            EXPECT_EQ(l[0] == strict[0], width > 0);
            EXPECT_LT(check_gradients(problem, theta).error, 2e-6);
        }
    }
    for (const double width : {-0.1, std::numeric_limits<double>::infinity()})
        EXPECT_THROW((void)all.problem<double>({.objective = Objective::error_rate, .error_width = width}),
                     std::invalid_argument);
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

/// The gradient of risk i along v, by central differences of pullbacks.
std::vector<double> difference(LearningProblem<double>& problem, const std::vector<double>& theta, std::size_t risk,
                               const std::vector<double>& v, double t) {
    std::vector<double> l(problem.num_constraints() + 1), w(l.size()), h(theta.size()), g(theta.size());
    w[risk] = 1;
    for (const double sign : {1.0, -1.0}) {
        auto moved = theta;
        for (std::size_t j = 0; j < v.size(); ++j) moved[j] += sign * t * v[j];
        problem.risks(moved, l).pullback(w, g);
        for (std::size_t j = 0; j < h.size(); ++j) h[j] += sign * g[j] / (2 * t);
    }
    return h;
}

/// A theta away from all special positions, and a direction.
std::pair<std::vector<double>, std::vector<double>> anywhere(const LearningProblem<double>& problem) {
    auto theta = problem.start(5);
    std::vector<double> v(theta.size());
    Random random(5);
    for (double& x : theta) x += 0.1 * random.normal();
    for (double& x : v) x = random.normal();
    return {theta, v};
}

double largest(const std::vector<double>& values) {
    double most = 0;
    for (const double v : values) most = std::max(most, std::abs(v));
    return most;
}

TEST_P(EveryModel, HasTheHessianProductsOfFiniteDifferences) {
    const Everything all(GetParam());
    auto problem = all.problem<double>({.l2 = 0.1, .weights = "weight"});
    const auto [theta, v] = anywhere(problem);
    std::vector<double> h(theta.size()), w(problem.num_constraints() + 1);
    for (std::size_t i = 0; i < w.size(); ++i) {
        const auto wanted = difference(problem, theta, i, v, 1e-5);
        w[i] = 1;
        problem.hessian_vector(theta, w, v, h);
        w[i] = 0;
        const std::string name = i == 0 ? "objective" : problem.constraint_names()[i - 1];
        for (std::size_t j = 0; j < h.size(); ++j)
            ASSERT_NEAR(h[j], wanted[j], 1e-7 * std::max(largest(wanted), 1e-2)) << name << ", entry " << j;
    }
}

TEST_P(EveryModel, HasTheHessianProductsOfErrors) {
    const Everything all(GetParam());
    if (all.schema.target.task == Task::regression) return;
    auto problem = all.problem<double>({.objective = Objective::error_rate, .error_width = 0.2});
    problem.set_width(0.3);
    const auto [theta, v] = anywhere(problem);
    std::vector<double> h(theta.size()), w(problem.num_constraints() + 1);
    w[0] = 1;
    const auto wanted = difference(problem, theta, 0, v, 1e-5);
    problem.hessian_vector(theta, w, v, h);
    for (std::size_t j = 0; j < h.size(); ++j)
        ASSERT_NEAR(h[j], wanted[j], 1e-6 * std::max(largest(wanted), 1e-2)) << "entry " << j;
}

/// Column by column, for every risk separately and for all of them together.
TEST_P(EveryModel, OffersItsHessianWhenItIsLinear) {
    const Everything all(GetParam());
    auto problem = all.problem<double>({.l2 = 0.1, .weights = "weight"});
    ASSERT_EQ(problem.has_hessian(), GetParam().model.hidden.empty());
    const auto [theta, v] = anywhere(problem);
    const std::size_t n = theta.size();
    std::vector<double> matrix(n * n), column(n), unit(n), w(problem.num_constraints() + 1, 0.0);
    if (!problem.has_hessian()) {
        EXPECT_THROW(problem.hessian(theta, w, matrix), std::logic_error);
        return;
    }
    for (std::size_t i = 0; i <= w.size(); ++i) {
        if (i < w.size()) w[i] = 1;
        if (i == w.size()) std::ranges::fill(w, 0.7);
        problem.hessian(theta, w, matrix);
        for (std::size_t k = 0; k < n; ++k) {
            unit[k] = 1;
            problem.hessian_vector(theta, w, unit, column);
            unit[k] = 0;
            for (std::size_t j = k; j < n; ++j)
                ASSERT_NEAR(matrix[j * n + k], column[j], 1e-13 * std::max(1.0, largest(column)))
                    << "risk " << i << " at " << j << ", " << k;
        }
        if (i < w.size()) w[i] = 0;
    }
}

TEST_P(EveryModel, HasTheSameHessianProductsInFloat) {
    const Everything all(GetParam());
    auto exact = all.problem<double>();
    auto problem = all.problem<float>();
    const auto [theta, v] = anywhere(exact);
    const std::vector<float> theta_f(theta.begin(), theta.end()), v_f(v.begin(), v.end());
    const std::vector<double> same(theta_f.begin(), theta_f.end()), same_v(v_f.begin(), v_f.end());
    const std::vector<double> w(problem.num_constraints() + 1, 0.5);
    std::vector<float> h(theta.size());
    std::vector<double> wanted(theta.size());
    problem.hessian_vector(theta_f, w, v_f, h);
    exact.hessian_vector(same, w, same_v, wanted);
    for (std::size_t j = 0; j < h.size(); ++j) EXPECT_NEAR(h[j], wanted[j], 2e-5 * largest(wanted)) << j;
}

TEST_P(EveryModel, HasTheSameSecondDerivativesForAnyNumberOfThreads) {
    const Everything all(GetParam());
    std::vector<std::vector<double>> seen;
    for (const std::size_t threads : {1UL, 2UL, 3UL}) {
        auto problem = all.problem<double>({.l2 = 0.1}, threads);
        const auto [theta, v] = anywhere(problem);
        const std::vector<double> w(problem.num_constraints() + 1, 0.3);
        auto& bits = seen.emplace_back(theta.size());
        problem.hessian_vector(theta, w, v, bits);
        if (!problem.has_hessian()) continue;
        std::vector<double> matrix(theta.size() * theta.size());
        problem.hessian(theta, w, matrix);
        bits.insert(bits.end(), matrix.begin(), matrix.end());
    }
    EXPECT_EQ(seen[0], seen[1]);
    EXPECT_EQ(seen[0], seen[2]);
}

/// A line search may have evaluated elsewhere in between; the linearisation of the last evaluation is not affected.
TEST_P(EveryModel, HasSecondDerivativesAtAnyTheta) {
    const Everything all(GetParam());
    auto problem = all.problem<double>();
    const auto [theta, v] = anywhere(problem);
    const auto other = problem.start(8);
    const std::vector<double> w(problem.num_constraints() + 1, 0.3);
    std::vector<double> l(w.size()), g(theta.size()), first(g.size()), again(g.size()), before(g.size());
    auto at = problem.risks(theta, l);
    at.pullback(w, before);
    problem.hessian_vector(theta, w, v, first);
    at.pullback(w, g);
    EXPECT_EQ(g, before);
    problem.risks(other, l);
    problem.hessian_vector(theta, w, v, again);
    EXPECT_EQ(first, again);
}

/// H is symmetric: u' (H v) = v' (H u).
TEST_P(EveryModel, HasASymmetricHessian) {
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
    EXPECT_NEAR(one, other, 1e-11 * size);
    EXPECT_GT(size, 0);
}

INSTANTIATE_TEST_SUITE_P(All, EveryModel, ::testing::ValuesIn(cases()),
                         [](const auto& parameter) { return parameter.param.name; });

}  // namespace
}  // namespace alcole
