#include "small_problems.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace alcole {
namespace {

/// minimise (x - 20)^2 subject to x <= 1, with objective and constraint each in its own unit: x = 1, lambda = 38.
struct InUnits {
    double objective = 1;
    double constraint = 1;
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 1; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = objective * (x[0] - 20) * (x[0] - 20);
        l[1] = constraint * (x[0] - 1);
        return Linearisation{
            [v = x[0], this](auto w, auto g) { g[0] = w[0] * objective * 2 * (v - 20) + w[1] * constraint; }};
    }
};

TEST(Units, OfAConstraintMayBeTiny) {
    for (const double unit : {1.0, 1e-4, 1e-7, 1e-8, 1e-9, 1e-10, 1e-12}) {
        const auto answer = solve(InUnits{1, unit}, std::vector{5.0});
        EXPECT_EQ(answer.status, Status::converged) << unit << ": " << answer.message;
        EXPECT_NEAR(answer.theta()[0], 1, 2e-6) << unit;
        EXPECT_NEAR(answer.lambda[0] * unit, 38, 1e-3) << unit;
    }
}

TEST(Units, OfTheObjectiveMayBeTiny) {
    for (const double unit : {1e-6, 1e-10, 1e-13, 1e-16, 1e-19})
        for (const double start : {0.0, 20.0}) {
            const auto answer = solve(InUnits{unit, 1}, std::vector{start});
            EXPECT_EQ(answer.status, Status::converged) << unit << ": " << answer.message;
            EXPECT_NEAR(answer.theta()[0], 1, 1e-6) << unit;
            EXPECT_NEAR(answer.lambda[0] / unit, 38, 1e-3) << unit;
        }
}

/// Rosen and Suzuki's problem, f = -44, with its first constraint and its last variable in other units.
struct RosenSuzuki {
    double unit;
    double of_variable = 1;
    std::size_t num_variables() const { return 4; }
    std::size_t num_constraints() const { return 3; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        const double a = x[0], b = x[1], c = x[2], d = x[3] * of_variable;
        l[0] = a * a + b * b + 2 * c * c + d * d - 5 * a - 5 * b - 21 * c + 7 * d;
        l[1] = unit * (a * a + b * b + c * c + d * d + a - b + c - d - 8);
        l[2] = a * a + 2 * b * b + c * c + 2 * d * d - a - d - 10;
        l[3] = 2 * a * a + b * b + c * c + 2 * a - b - d - 5;
        return Linearisation{[=, u = unit, s = of_variable](auto w, auto g) {
            g[0] = w[0] * (2 * a - 5) + w[1] * u * (2 * a + 1) + w[2] * (2 * a - 1) + w[3] * (4 * a + 2);
            g[1] = w[0] * (2 * b - 5) + w[1] * u * (2 * b - 1) + w[2] * 4 * b + w[3] * (2 * b - 1);
            g[2] = w[0] * (4 * c - 21) + w[1] * u * (2 * c + 1) + w[2] * 2 * c + w[3] * 2 * c;
            g[3] = s * (w[0] * (2 * d + 7) + w[1] * u * (2 * d - 1) + w[2] * (4 * d - 1) - w[3]);
        }};
    }
};

TEST(Units, OfOneConstraintAmongOthersMayBeTiny) {
    for (const double unit : {1.0, 1e-6, 1e-8, 1e-9}) {
        const auto answer = solve(RosenSuzuki{unit}, std::vector<double>(4));
        EXPECT_EQ(answer.status, Status::converged) << unit << ": " << answer.message;
        EXPECT_NEAR(answer.risks[0], -44, 1e-5) << unit;
        EXPECT_LE(answer.risks[1] / unit, 2e-6) << unit;
    }
}

/// Chandrasekhar's H equation: n equations, and nothing to minimise.
struct Equations {
    static constexpr std::size_t n = 10;
    static double weight(std::size_t i, std::size_t j) {
        return 0.05 * static_cast<double>(i + 1) / static_cast<double>(i + j + 2);
    }
    std::size_t num_variables() const { return n; }
    std::size_t num_constraints() const { return n; }
    Relation relation(std::size_t) const { return Relation::equal_zero; }
    auto risks(std::span<const double> h, std::span<double> l) const {
        l[0] = 0;
        std::vector<double> rest(n, 1.0);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) rest[i] -= weight(i, j) * h[j];
            l[i + 1] = h[i] * rest[i] - 1;
        }
        return Linearisation{[rest, h = std::vector(h.begin(), h.end())](auto w, auto g) {
            for (std::size_t j = 0; j < n; ++j) {
                g[j] = w[j + 1] * rest[j];
                for (std::size_t i = 0; i < n; ++i) g[j] -= w[i + 1] * h[i] * weight(i, j);
            }
        }};
    }
};

TEST(Units, AreNoneWhereThereIsNothingToMinimise) {
    const auto answer = solve(Equations{}, std::vector<double>(Equations::n, 1.0));
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_LE(answer.violation, 1e-8);
    EXPECT_EQ(answer.stationarity, 0) << "no equation has a price";
}

/// minimise |x - 3|^2 subject to m half-spaces, which all contain the origin.
struct ManyWalls {
    std::size_t m;
    static constexpr std::size_t n = 5;
    std::size_t num_variables() const { return n; }
    std::size_t num_constraints() const { return m; }
    static double slope(std::size_t i, std::size_t j) { return std::sin(static_cast<double>(i * n + j)); }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = 0;
        for (const double v : x) l[0] += (v - 3) * (v - 3);
        for (std::size_t i = 0; i < m; ++i) {
            l[i + 1] = -1;
            for (std::size_t j = 0; j < n; ++j) l[i + 1] += slope(i, j) * x[j];
        }
        return Linearisation{[x = std::vector(x.begin(), x.end()), this](auto w, auto g) {
            for (std::size_t j = 0; j < n; ++j) {
                g[j] = w[0] * 2 * (x[j] - 3);
                for (std::size_t i = 0; i < m; ++i) g[j] += w[i + 1] * slope(i, j);
            }
        }};
    }
};

TEST(Scales, OfManyConstraintsTakeNoBackwardPassEach) {
    const auto answer = solve(ManyWalls{2000}, std::vector<double>(ManyWalls::n));
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_LT(answer.counts.pullbacks, 500);
    Options each;
    each.scaling = Scaling::none;
    EXPECT_NEAR(answer.risks[0], solve(ManyWalls{2000}, std::vector<double>(ManyWalls::n), each).risks[0], 1e-6);
}

/// Within limits stated in docs/solver.md: a slope in a unit that is far too large counts as zero.
TEST(Units, OfAVariableMayDiffer) {
    for (const double unit : {1e8, 1e4, 1e-6}) {
        const auto answer = solve(RosenSuzuki{1, unit}, std::vector(4, 0.0));
        EXPECT_EQ(answer.status, Status::converged) << unit << ": " << answer.message;
        EXPECT_NEAR(answer.risks[0], -44, 1e-5) << unit;
    }
    EXPECT_NEAR(solve(RosenSuzuki{1, 1e-8}, std::vector(4, 0.0)).risks[0], -40.97, 0.01);
}

}  // namespace
}  // namespace alcole
