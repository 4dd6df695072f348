#include <alcole/solve.hpp>
#include <alcole/tabular/learning.hpp>

#include "base/cholesky.hpp"
#include "constraint_zoo.hpp"
#include "random_table.hpp"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using namespace tabular;  // NOLINT: a test's own namespace

constexpr std::size_t units = 256;  // so many that the products of the inputs are summed over all points

LearningProblem<double> network(const std::vector<std::size_t>& hidden, std::vector<Constraint> constraints = {},
                                double l2 = 0, Activation activation = Activation::tanh) {
    Table table = tests::random_table({.rows = 4'000, .seed = 3});
    Column length{.name = "length"};  // makes all rows distinct
    Random random(5);
    for (std::size_t row = 0; row < table.num_rows; ++row) {
        length.numbers.push_back(random.normal());
        table.columns[5].codes[row] = length.numbers.back() * (table.columns[1].numbers[row] + 0.5) > 0 ? 1 : 0;
    }
    table.columns.push_back(length);
    const Schema schema =
        fit_schema(table, tests::options_of(Task::binary, {"age", "debts", "job", "sex", "race", "length"}));
    const Goal goal{.constraints = define_risks(constraints, schema, table), .l2 = l2, .weights = "weight"};
    return LearningProblem<double>(Dataset(table, schema), goal, {hidden, activation}, Context({.threads = 2}));
}

/// The block of the objective's Hessian that belongs to the parameters `at`.
std::vector<double> hessian_block(LearningProblem<double>& problem, const std::vector<double>& theta,
                                  const std::vector<std::size_t>& at) {
    const std::size_t n = at.size();
    std::vector<double> w(problem.num_constraints() + 1);
    w[0] = 1;
    std::vector<double> v(theta.size());
    std::vector<double> product(theta.size());
    std::vector<double> block(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        v[at[i]] = 1;
        problem.hessian_vector(theta, w, v, product);
        v[at[i]] = 0;
        for (std::size_t j = 0; j < n; ++j) block[i * n + j] = product[at[j]];
    }
    return block;
}

/// x = (H / c + a I)^-1 e_i, where c is the last entry of H and a the mean diagonal entry of H / c.
std::vector<double> damped_solution(std::vector<double> h, std::size_t n, std::size_t i) {
    const double c = h.back();
    for (double& entry : h) entry /= c;
    double trace = 0;
    for (std::size_t j = 0; j < n; ++j) trace += h[j * n + j];
    for (std::size_t j = 0; j < n; ++j) h[j * n + j] += trace / static_cast<double>(n);
    std::vector<double> x(n);
    x[i] = 1;
    base::solve_positive(h, x);
    return x;
}

struct Applied {
    std::vector<double> p;
    std::vector<double> operator()(LearningProblem<double>& problem, std::size_t unit) const {
        std::vector<double> v(problem.num_variables());
        std::vector<double> out(v.size());
        v[unit] = 1;
        problem.precondition(p, v, out);
        return out;
    }
};

Applied learned(LearningProblem<double>& problem, const std::vector<double>& theta) {
    std::vector<double> w(problem.num_constraints() + 1);
    w[0] = 1;
    Applied applied;
    problem.preconditioner(theta, w, applied.p);
    return applied;
}

/// Scores are linear in the last layer, so its Gauss-Newton block is its Hessian, c A with B = c: P is the inverse of
/// (A + a I) 2 c.
TEST(NetworkPreconditioner, InvertsTheHessianOfTheLastLayer) {
    auto problem = network({units, 20});
    const auto theta = problem.start(7);
    std::vector<std::size_t> last(21);
    std::iota(last.begin(), last.end(), theta.size() - last.size());
    const auto h = hessian_block(problem, theta, last);
    const Applied apply = learned(problem, theta);
    for (const std::size_t i : {0U, 7U, 20U}) {
        const auto wanted = damped_solution(h, last.size(), i);
        const auto found = apply(problem, last[i]);
        for (std::size_t j = 0; j < last.size(); ++j)
            EXPECT_NEAR(2 * h.back() * found[last[j]], wanted[j], 1e-9) << i << ", " << j;
    }
}

/// With a first layer of zeros all points have the same hidden values and slopes, and its block factorises exactly:
/// c A (x) 1 1^T for output weights of 1. P is (A + a I)^-1 (x) (1 1^T + I)^-1 / c, and (1 1^T + I)^-1 =
/// I - 1 1^T / (units + 1).
TEST(NetworkPreconditioner, InvertsTheHessianOfTheFirstLayer) {
    auto problem = network({units}, {{.kind = ConstraintKind::counterfactual, .bound = 0.01, .attributes = {"sex"}}});
    const std::size_t inputs = problem.data().schema().num_inputs() + 1;
    std::vector<double> theta(problem.num_variables(), 0.0);
    std::fill(theta.begin() + static_cast<std::ptrdiff_t>(inputs * units), theta.end(), 1.0);
    std::vector<std::size_t> of_first_unit(inputs);
    for (std::size_t i = 0; i < inputs; ++i) of_first_unit[i] = i * units;
    const auto h = hessian_block(problem, theta, of_first_unit);
    const Applied apply = learned(problem, theta);
    for (std::size_t i = 0; i < inputs; ++i) {
        const auto wanted = damped_solution(h, inputs, i);
        const auto found = apply(problem, of_first_unit[i]);
        for (std::size_t j = 0; j < inputs; ++j) {
            EXPECT_NEAR(h.back() * found[j * units], wanted[j] * (1 - 1.0 / (units + 1)), 1e-9) << i << ", " << j;
            EXPECT_NEAR(h.back() * found[j * units + 1], -wanted[j] / (units + 1), 1e-9) << i << ", " << j;
        }
    }
}

/// Hides everything but risks and gradients.
struct Bare {
    LearningProblem<double>& problem;
    std::size_t num_variables() const { return problem.num_variables(); }
    std::size_t num_constraints() const { return problem.num_constraints(); }
    auto risks(std::span<const double> theta, std::span<double> l) { return problem.risks(theta, l); }
};

TEST(NetworkPreconditioner, SavesGradients) {
    auto problem = network({16, 16}, {}, 0.003, Activation::sigmoid);
    const auto start = problem.start(1);
    Options options;
    options.inner.minimiser = Minimiser::lbfgs;
    options.inner.max_steps = 1'000;
    options.tolerance.stationarity = 1e-3;
    const auto better = solve(problem, start, options);
    const auto plain = solve(Bare{problem}, start, options);
    EXPECT_EQ(better.status, Status::converged) << better.message;
    EXPECT_LT(5 * better.counts.pullbacks, 4 * plain.counts.pullbacks);
}

/// Where inverting the factors would cost more than it saves, and where scores are not the network's own.
TEST(NetworkPreconditioner, IsOfferedWhereItPays) {
    const Table table = tests::random_table({.rows = 40, .seed = 3});
    const auto offered = [&](Task task, const Model& model) {
        const Schema schema = fit_schema(table, tests::options_of(task, {"age", "debts", "job"}));
        return LearningProblem<double>(Dataset(table, schema), {}, model, Context()).has_preconditioner();
    };
    EXPECT_FALSE(offered(Task::binary, {{64, 64}, Activation::tanh}));
    EXPECT_FALSE(offered(Task::binary, {}));
    EXPECT_FALSE(network({}).has_preconditioner());
    EXPECT_TRUE(network({64, 64}).has_preconditioner());
}

}  // namespace
}  // namespace alcole
