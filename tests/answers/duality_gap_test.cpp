#include "small_problems.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using tests::Concave;
using tests::DoubleWell;

/// g(lambda, alpha) = min over theta of L, on a fine grid: slow, simple, global.
template <class P>
double dual_value(Method method, double lambda, double alpha, double low, double high) {
    AnyProblem<double> problem(P{});
    const std::vector<double> offset{0.0};
    const std::vector lambdas{lambda};
    const std::vector alphas{alpha};
    const Lagrangian lagrangian{method, problem.facts().relations, lambdas, alphas, offset};
    std::vector<double> l(2), w(2);
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k <= 2000; ++k) {
        problem.risks(std::vector{low + (high - low) * k / 2000}, l);
        least = std::min(least, lagrangian(l, w));
    }
    return least;
}

/// sup over lambda of g, on a grid.
template <class P>
double best_dual_value(Method method, double alpha, double low, double high, double from, double to) {
    double most = -std::numeric_limits<double>::infinity();
    for (int k = 0; k <= 400; ++k)
        most = std::max(most, dual_value<P>(method, from + (to - from) * k / 400, alpha, low, high));
    return most;
}

TEST(ConcaveProblem, HasTheDualValuesComputedByHand) {
    EXPECT_NEAR(best_dual_value<Concave>(Method::lagrangian, 0, 0, 1, 0, 6), -2.5, 1e-6);
    for (const double alpha : {0.25, 0.5, 1.0})
        EXPECT_NEAR(best_dual_value<Concave>(Method::augmented, alpha, 0, 1, 0, 6), -2.5 + alpha / 4, 1e-6);
    for (const double alpha : {1.5, 4.0})
        EXPECT_NEAR(best_dual_value<Concave>(Method::augmented, alpha, 0, 1, 0, 6), Concave::optimum, 1e-6);
}

TEST(DoubleWellProblem, HasTheDualValuesComputedByHand) {
    EXPECT_NEAR(best_dual_value<DoubleWell>(Method::lagrangian, 0, -2, 2, -3, 3), 0, 1e-6);
    for (const double alpha : {0.5, 1.0, 1.5})
        EXPECT_NEAR(best_dual_value<DoubleWell>(Method::augmented, alpha, -2, 2, -3, 3),
                    1 - (2 - alpha) * (2 - alpha) / 4, 1e-5);
    for (const double alpha : {2.0, 5.0})
        EXPECT_NEAR(best_dual_value<DoubleWell>(Method::augmented, alpha, -2, 2, -3, 3), DoubleWell::optimum, 1e-6);
}

Options ordinary(double step) {
    Options options;
    options.method = Method::lagrangian;
    options.scaling = Scaling::none;
    options.dual.step = step;
    options.max_outer = 400;
    return options;
}

template <class P>
void augmented_converges(const P& problem, double start, double theta, double lambda) {
    const auto answer = solve(problem, std::vector{start});
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_NEAR(answer.theta()[0], theta, 1e-6);
    EXPECT_NEAR(answer.risks[0], P::optimum, 1e-6);
    EXPECT_NEAR(answer.lambda[0], lambda, 1e-5);
}

TEST(ConcaveProblem, DefeatsOrdinaryDualAscentForEveryStep) {
    for (const double step : {1.0, 0.1, 0.02}) {
        const auto answer = solve(Concave{}, std::vector{0.2}, ordinary(step));
        EXPECT_EQ(answer.status, Status::iteration_limit);
        // Over the last quarter the iterates are at the ends, repeatedly infeasible, and never near the answer.
        double nearest = 1;
        bool infeasible = false;
        for (std::size_t k = 300; k < answer.trace().size(); ++k) {
            nearest = std::min(nearest, std::abs(answer.trace()[k].risks[1]));
            infeasible = infeasible || answer.trace()[k].risks[1] > 0.4;
        }
        EXPECT_GT(nearest, 0.4) << step;
        EXPECT_TRUE(infeasible || step < 0.05) << step;
    }
    augmented_converges(Concave{}, 0.2, 0.5, 3);
}

TEST(DoubleWellProblem, DefeatsOrdinaryDualAscentForEveryStep) {
    for (const double step : {0.5, 0.1, 0.02}) {
        const auto answer = solve(DoubleWell{}, std::vector{0.3}, ordinary(step));
        EXPECT_EQ(answer.status, Status::iteration_limit);
        for (std::size_t k = 100; k < answer.trace().size(); ++k)
            EXPECT_GT(answer.trace()[k].violation, 0.4) << step << " at dual step " << k;
    }
    augmented_converges(DoubleWell{}, 0.3, 0, 0);
}

}  // namespace
}  // namespace alcole
