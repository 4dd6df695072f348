#include "small_problems.hpp"

#include <gtest/gtest.h>

namespace alcole {
namespace {

/// A rate with a surrogate: the share of points z_n above theta must be at most 0.3. Raising theta costs. The surrogate
/// is a sigmoid, which is not 0.3 where the strict rate is.
struct Rate {
    double steepness = 3;
    std::vector<double> points;
    Rate() {
        Random random(1);
        for (int n = 0; n < 200; ++n) points.push_back(random.normal() + (n % 5 == 0 ? 3 : 0));
    }
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 1; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        double rate = 0;
        double slope = 0;
        for (const double z : points) {
            const double s = 1 / (1 + std::exp(-steepness * (z - x[0])));
            rate += s / 200;
            slope -= steepness * s * (1 - s) / 200;
        }
        l[0] = (x[0] + 2) * (x[0] + 2);
        l[1] = rate - 0.3;
        return Linearisation{[v = x[0], slope](auto w, auto g) { g[0] = w[0] * 2 * (v + 2) + w[1] * slope; }};
    }
};

struct StrictRate : Rate {
    void strict_risks(std::span<const double> x, std::span<double> l) const {
        l[0] = 0;
        l[1] = -0.3;
        for (const double z : points) l[1] += z > x[0] ? 1.0 / 200 : 0;
    }
};

double strict_at(double theta) {
    std::vector<double> l(2);
    StrictRate().strict_risks(std::vector{theta}, l);
    return l[1];
}

TEST(StrictRisks, DecideWhatIsFeasibleAndDriveTheMultiplier) {
    const auto surrogate = solve(Rate{}, std::vector{0.0});
    ASSERT_EQ(surrogate.status, Status::converged);
    EXPECT_GT(std::abs(strict_at(surrogate.theta()[0])), 0.015) << "the surrogate alone misses the rate";

    const auto answer = solve(StrictRate{}, std::vector{0.0});
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_LE(strict_at(answer.theta()[0]), 1e-9);
    EXPECT_GE(strict_at(answer.theta()[0]), -0.006) << "at most one point of 200 to spare";
    EXPECT_NEAR(answer.risks[1], strict_at(answer.theta()[0]), 1e-12) << "what is shown is the strict risk";
    EXPECT_GT(answer.lambda[0], 0);
    EXPECT_GT(answer.counts.strict_risks, 0);
}

TEST(StrictRisks, WorkInTheStochasticRegime) {
    Options options;
    options.regime = Regime::stochastic;
    options.stochastic.rate = 0.01;
    options.stochastic.rate_schedule = RateSchedule::cosine;
    options.stochastic.max_epochs = 3000;
    options.penalty.initial = 1;
    const auto answer = solve(StrictRate{}, std::vector{0.0}, options);
    ASSERT_TRUE(answer.best());
    EXPECT_LE(answer.best()->risks[1], 1e-9);
    EXPECT_GE(answer.best()->risks[1], -0.05);
}

}  // namespace
}  // namespace alcole
