#include "small_problems.hpp"

#include <gtest/gtest.h>

namespace alcole {
namespace {

/// minimise -x^2 subject to x <= 1 and x >= -1: without a penalty there is no minimum.
struct Downhill {
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 2; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = -50 * x[0] * x[0] - x[0];
        l[1] = x[0] - 1;
        l[2] = -x[0] - 1;
        return Linearisation{[v = x[0]](auto w, auto g) { g[0] = -w[0] * (100 * v + 1) + w[1] - w[2]; }};
    }
};

TEST(Unbounded, LagrangiansAreEscapedByAStifferPenalty) {
    Options options;
    options.penalty.initial = 1e-3;
    const auto answer = solve(Downhill{}, std::vector{0.1}, options);
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    // Both ends are KKT points: x = 1 with prices (101, 0), x = -1 with (0, 99).
    EXPECT_NEAR(std::abs(answer.theta()[0]), 1, 1e-7);
    EXPECT_NEAR(answer.lambda[0] + answer.lambda[1], answer.theta()[0] > 0 ? 101 : 99, 1e-3);
}

TEST(Unbounded, OrdinaryLagrangiansAreSaidToBeSo) {
    Options options;
    options.method = Method::lagrangian;
    const auto answer = solve(Downhill{}, std::vector{0.1}, options);
    EXPECT_EQ(answer.status, Status::unbounded);
    EXPECT_NE(answer.message.find("is unbounded below at these multipliers"), std::string::npos) << answer.message;
}

TEST(Unbounded, ProblemsAreSaidToBeSo) {
    struct Slide {
        std::size_t num_variables() const { return 1; }
        std::size_t num_constraints() const { return 0; }
        auto risks(std::span<const double> x, std::span<double> l) const {
            l[0] = -x[0];
            return Linearisation{[](auto w, auto g) { g[0] = -w[0]; }};
        }
    };
    EXPECT_EQ(solve(Slide{}, std::vector{0.1}).status, Status::unbounded);
}

/// maximise prod_j x_j subject to sum_j x_j = n over x >= 0: all ones. Without a stiff penalty L is unbounded below,
/// and what L-BFGS learns on the way down leads there again.
struct Product {
    std::size_t n;
    std::size_t num_variables() const { return n; }
    std::size_t num_constraints() const { return 1; }
    Relation relation(std::size_t) const { return Relation::equal_zero; }
    Box<double> box() const { return {.lower = std::vector<double>(n), .upper = {}}; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = -1;
        l[1] = -static_cast<double>(n);
        for (const double v : x) {
            l[0] *= v;
            l[1] += v;
        }
        return Linearisation{[x = std::vector(x.begin(), x.end())](auto w, auto g) {
            for (std::size_t j = 0; j < x.size(); ++j) {
                g[j] = -w[0];
                for (std::size_t k = 0; k < x.size(); ++k)
                    if (k != j) g[j] *= x[k];
                g[j] += w[1];
            }
        }};
    }
};

TEST(Unbounded, IsNotSaidOfProblemsThatAreBounded) {
    for (const std::size_t n : {3U, 5U, 6U, 8U, 12U})
        for (const double start : {0.5, 1.5, 10.0}) {
            const auto answer = solve(Product{n}, std::vector<double>(n, start));
            EXPECT_EQ(answer.status, Status::converged) << n << " from " << start << ": " << answer.message;
            EXPECT_NEAR(answer.risks[0], -1, 1e-6) << n << " from " << start;
        }
}

}  // namespace
}  // namespace alcole
