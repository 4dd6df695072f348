#include "mini_batches.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using tests::stochastic;
using tests::Wall;

/// The thetas of a run of plain steps without constraints.
std::vector<double> steps_of(Options options, int count) {
    options.regime = Regime::stochastic;
    options.method = Method::unconstrained;
    options.stochastic.max_epochs = count;
    options.sample.every = 1;
    std::vector<double> thetas;
    const auto answer = solve(Wall<>{}, std::vector{0.0}, options);  // gradient 2 (x - 2)
    for (const auto& sample : answer.samples()) thetas.push_back(sample.theta[0]);
    return thetas;
}

TEST(Sgd, TakesTheStepsOfItsFormula) {
    Options options;
    options.stochastic.optimiser = Optimiser::sgd;
    options.stochastic.rate = 0.1;
    options.stochastic.momentum = 0.5;
    options.stochastic.weight_decay = 0.2;
    double x = 0, v = 0;
    for (const double seen : steps_of(options, 4)) {
        v = 0.5 * v + 2 * (x - 2) + 0.2 * x;
        x -= 0.1 * v;
        EXPECT_DOUBLE_EQ(seen, x);
    }
}

TEST(Adam, TakesTheStepsOfItsFormula) {
    for (const bool decoupled : {false, true}) {
        Options options;
        options.stochastic.optimiser = decoupled ? Optimiser::adamw : Optimiser::adam;
        options.stochastic.rate = 0.1;
        options.stochastic.weight_decay = 0.3;
        double x = 0, m = 0, v = 0;
        int u = 0;
        for (const double seen : steps_of(options, 5)) {
            ++u;
            const double g = 2 * (x - 2) + (decoupled ? 0 : 0.3 * x);
            m = 0.9 * m + 0.1 * g;
            v = 0.999 * v + 0.001 * g * g;
            if (decoupled) x *= 1 - 0.1 * 0.3;
            x -= 0.1 * (m / (1 - std::pow(0.9, u))) / (std::sqrt(v / (1 - std::pow(0.999, u))) + 1e-8);
            EXPECT_NEAR(seen, x, 1e-12);
        }
        EXPECT_EQ(u, 5);
    }
}

TEST(Cosine, RateFallsToZero) {
    Options options;
    options.stochastic.optimiser = Optimiser::sgd;
    options.stochastic.momentum = 0;
    options.stochastic.rate = 0.1;
    options.stochastic.rate_schedule = RateSchedule::cosine;
    double x = 0;
    int t = 0;
    for (const double seen : steps_of(options, 8)) {
        x -= 0.1 * 0.5 * (1 + std::cos(std::numbers::pi * t++ / 8)) * 2 * (x - 2);
        EXPECT_NEAR(seen, x, 1e-12);
    }
}

TEST(Box, IsKeptByMiniBatchSteps) {
    Options options = stochastic();
    options.stochastic.rate = 10;
    options.stochastic.max_epochs = 30;
    struct Watched : tests::Concave {
        bool* left;
        auto risks(std::span<const double> x, std::span<double> l) const {
            if (x[0] < 0 || x[0] > 1) *left = true;
            return tests::Concave::risks(x, l);
        }
    };
    bool left = false;
    Watched problem;
    problem.left = &left;
    (void)solve(problem, std::vector{3.0}, options);
    EXPECT_FALSE(left);
}

}  // namespace
}  // namespace alcole
