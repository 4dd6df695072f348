#include "solver/primal/dense.hpp"

#include <alcole/random.hpp>

#include "solver/primal/vector.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using solver::ModifiedCholesky;

/// For any length, and however much the terms cancel.
TEST(QuickDot, HasTheDigitsOfItsVectors) {
    Random random(5);
    for (const std::size_t n : {0U, 1U, 255U, 256U, 257U, 5000U}) {
        std::vector<float> a(n), b(n);
        for (std::size_t j = 0; j < n; ++j) {
            a[j] = static_cast<float>(random.normal());
            b[j] = static_cast<float>(random.normal());
        }
        long double sum = 0, size = 0;
        for (std::size_t j = 0; j < n; ++j) {
            const long double term = static_cast<long double>(a[j]) * static_cast<long double>(b[j]);
            sum += term;
            size += std::abs(term);
        }
        EXPECT_NEAR(solver::quick_dot(a, b), static_cast<double>(sum), 1e-6 * static_cast<double>(size)) << n;
    }
}

TEST(ModifiedCholesky, SolvesWhereTheMatrixIsPositiveDefinite) {
    ModifiedCholesky cholesky(3);
    const std::vector<double> a = {4e6, 0, 0, 2e3, 5, 0, 1e3, 1, 3};  // only the lower triangle is read
    cholesky.factorise(a, 3);
    std::vector<double> x = {4e6 + 2e3 * 2 + 1e3 * 3, 2e3 + 5 * 2 + 3, 1e3 + 2 + 3 * 3}, v(3);
    cholesky.solve(x);
    EXPECT_NEAR(x[0], 1, 1e-6);
    EXPECT_NEAR(x[1], 2, 1e-6);
    EXPECT_NEAR(x[2], 3, 1e-6);
    EXPECT_FALSE(cholesky.negative_curvature(v));
}

/// (1, 1)^T (1, 1) of two variables: any x + y = 2 solves it, and (1, 1) is the shortest.
TEST(ModifiedCholesky, TakesTheShortestSolutionOfASingularSystem) {
    ModifiedCholesky cholesky(2);
    cholesky.factorise(std::vector<double>{1, 0, 1, 1}, 2);
    std::vector<double> x = {2, 2};
    cholesky.solve(x);
    EXPECT_NEAR(x[0], 1, 1e-5);
    EXPECT_NEAR(x[1], 1, 1e-5);
    std::vector<double> v(2);
    EXPECT_FALSE(cholesky.negative_curvature(v));
}

/// If entries off the diagonal make the matrix indefinite, the correction hides that from the pivots.
TEST(ModifiedCholesky, IsNotTakenInByWhatItAdds) {
    ModifiedCholesky cholesky(2);
    for (const double coupling : {0.9, 0.99999, 1.00001, 1.02, 1.5, 1e3}) {
        cholesky.factorise(std::vector<double>{1, 0, -coupling, 1}, 2);
        EXPECT_EQ(cholesky.positive(), coupling < 1) << coupling;
    }
}

TEST(ModifiedCholesky, FindsNegativeCurvature) {
    for (const double coupling : {0.0, 0.5, 3.0, 1e4}) {
        const std::vector<double> a = {2, 0, 0, coupling, -1, 0, 1, 0.5, 4};
        ModifiedCholesky cholesky(3);
        cholesky.factorise(a, 3);
        std::vector<double> v(3), x = {1, 1, 1};
        ASSERT_TRUE(cholesky.negative_curvature(v));
        double curvature = 0;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) curvature += v[i] * v[j] * a[std::max(i, j) * 3 + std::min(i, j)];
        EXPECT_LT(curvature, 0) << coupling;
        cholesky.solve(x);  // the modified matrix is positive definite nevertheless: x^T b > 0
        EXPECT_GT(x[0] + x[1] + x[2], 0) << coupling;
    }
}

}  // namespace
}  // namespace alcole
