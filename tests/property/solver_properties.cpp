#include "small_problems.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace alcole {
namespace {

using tests::Projection;

rc::Gen<double> number(double low, double high) {
    return rc::gen::map(rc::gen::inRange(0, 1 << 16), [=](int k) { return low + (high - low) * k / double(1 << 16); });
}

/// A projection onto a polyhedron that contains a ball around the origin: always feasible, and multipliers exist.
Projection projection() {
    const auto n = static_cast<std::size_t>(*rc::gen::inRange(1, 5));
    const auto m = static_cast<std::size_t>(*rc::gen::inRange(1, 5));
    Projection problem;
    problem.centre = *rc::gen::container<std::vector<double>>(n, number(-4, 4));
    for (std::size_t i = 0; i < m; ++i) {
        problem.rows.push_back(*rc::gen::container<std::vector<double>>(n, number(-2, 2)));
        problem.rows.back()[i % n] += 3;
        problem.right.push_back(*number(0.2, 2));
    }
    return problem;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
    double most = 0;
    for (std::size_t j = 0; j < a.size(); ++j) most = std::max(most, std::abs(a[j] - b[j]));
    return most;
}

/// Dykstra's algorithm: an independent way to project onto an intersection of half-spaces.
std::vector<double> dykstra(const Projection& problem) {
    const std::size_t n = problem.centre.size();
    std::vector<double> x = problem.centre;
    std::vector<std::vector<double>> correction(problem.rows.size(), std::vector<double>(n));
    for (int sweep = 0; sweep < 20000; ++sweep)
        for (std::size_t i = 0; i < problem.rows.size(); ++i) {
            double excess = -problem.right[i];
            double norm = 0;
            for (std::size_t j = 0; j < n; ++j) {
                x[j] += correction[i][j];
                excess += problem.rows[i][j] * x[j];
                norm += problem.rows[i][j] * problem.rows[i][j];
            }
            const double step = std::max(0.0, excess) / norm;
            for (std::size_t j = 0; j < n; ++j) {
                correction[i][j] = step * problem.rows[i][j];
                x[j] -= correction[i][j];
            }
        }
    return x;
}

RC_GTEST_PROP(Projections, AgreeWithDykstra, ()) {
    const Projection problem = projection();
    const auto answer = solve(problem, std::vector<double>(problem.centre.size()));
    RC_ASSERT(answer.status == Status::converged);
    RC_ASSERT(distance(answer.theta(), dykstra(problem)) <= 1e-5);
    for (const double lambda : answer.lambda) RC_ASSERT(lambda >= 0);
}

RC_GTEST_PROP(Scale, OfAConstraintOnlyMovesItsPrice, ()) {
    const Projection problem = projection();
    const auto which = static_cast<std::size_t>(*rc::gen::inRange<int>(0, static_cast<int>(problem.rows.size())));
    const double s = std::exp(*number(-5, 5));
    Projection scaled = problem;
    for (double& v : scaled.rows[which]) v *= s;
    scaled.right[which] *= s;
    const std::vector<double> start(problem.centre.size());
    const auto a = solve(problem, start);
    const auto b = solve(scaled, start);
    RC_ASSERT(a.status == Status::converged);
    RC_ASSERT(b.status == Status::converged);
    RC_ASSERT(distance(a.theta(), b.theta()) <= 1e-5);
    // Prices are unique only if the active rows are independent, so compare the force that they exert on theta.
    for (std::size_t j = 0; j < start.size(); ++j) {
        double difference = 0;
        for (std::size_t i = 0; i < problem.rows.size(); ++i)
            difference += a.lambda[i] * problem.rows[i][j] - b.lambda[i] * scaled.rows[i][j];
        RC_ASSERT(std::abs(difference) <= 1e-4);
    }
    if (problem.rows.size() == 1)
        RC_ASSERT(std::abs(a.lambda[0] - s * b.lambda[0]) <= 1e-4 * std::max(1.0, a.lambda[0]));
}

TEST(Scale, ByAPowerOfTwoMovesNothingElseByABit) {
    const Projection problem{{3, 1}, {{1, 0.25}, {0.5, 2}}, {1, 0.75}};
    Projection scaled = problem;
    for (double& v : scaled.rows[1]) v *= 1024;
    scaled.right[1] *= 1024;
    Options options;
    options.tolerance.violation = 1e-300;  // the tolerance must not depend on the scale here
    options.max_outer = 12;
    options.diagnose = false;
    const auto a = solve(problem, std::vector{0.0, 0.0}, options);
    const auto b = solve(scaled, std::vector{0.0, 0.0}, options);
    EXPECT_EQ(a.theta(), b.theta());
    EXPECT_EQ(a.lambda[0], b.lambda[0]);
    EXPECT_EQ(a.lambda[1], 1024 * b.lambda[1]);
    EXPECT_GT(a.lambda[1], 0);
}

RC_GTEST_PROP(Order, OfTheConstraintsOnlyOrdersTheMultipliers, ()) {
    const Projection problem = projection();
    std::vector<std::size_t> order(problem.rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random(static_cast<std::uint64_t>(*rc::gen::inRange(0, 1000))).shuffle(std::span(order));
    Projection permuted = problem;
    for (std::size_t i = 0; i < order.size(); ++i) {
        permuted.rows[i] = problem.rows[order[i]];
        permuted.right[i] = problem.right[order[i]];
    }
    const std::vector<double> start(problem.centre.size());
    const auto a = solve(problem, start);
    const auto b = solve(permuted, start);
    RC_ASSERT(distance(a.theta(), b.theta()) <= 1e-5);
    if (problem.rows.size() <= problem.centre.size())  // independent rows: unique prices
        for (std::size_t i = 0; i < order.size(); ++i)
            RC_ASSERT(std::abs(a.lambda[order[i]] - b.lambda[i]) <= 1e-3 * std::max(1.0, b.lambda[i]));
}

RC_GTEST_PROP(Equality, IsTwoInequalities, ()) {
    Projection one = projection();
    one.kinds.assign(one.rows.size(), Relation::at_most_zero);
    one.kinds[0] = Relation::equal_zero;
    Projection two = one;
    two.kinds.push_back(Relation::at_most_zero);
    two.kinds[0] = Relation::at_most_zero;
    two.rows.push_back(two.rows[0]);
    for (double& v : two.rows.back()) v = -v;
    two.right.push_back(-two.right[0]);
    const std::vector<double> start(one.centre.size());
    const auto a = solve(one, start);
    const auto b = solve(two, start);
    if (a.status == Status::infeasible) {  // an equality may miss the polyhedron
        RC_ASSERT(b.status == Status::infeasible);
        return;
    }
    RC_ASSERT(a.status == Status::converged);
    RC_ASSERT(b.status == Status::converged);
    RC_ASSERT(distance(a.theta(), b.theta()) <= 1e-5);
}

RC_GTEST_PROP(Duality, IsWeakEverywhereAndStrongAtTheAnswer, ()) {
    // For lambda >= 0 and any theta that meets the constraints, L(theta, lambda, alpha) <= l_0(theta); at the answer
    // the two are equal.
    const Projection problem = projection();
    const auto answer = solve(problem, std::vector<double>(problem.centre.size()));
    RC_ASSERT(answer.status == Status::converged);
    std::vector<double> l(problem.rows.size() + 1), w(l.size());
    AnyProblem<double> any(problem);
    any.risks(answer.theta(), l);
    const std::vector<double> offset(problem.rows.size());
    const Lagrangian at{Method::augmented, any.facts().relations, answer.lambda, answer.alpha, offset};
    RC_ASSERT(std::abs(at(l, w) - l[0]) <= 1e-5 * std::max(1.0, l[0]));
}

}  // namespace
}  // namespace alcole
