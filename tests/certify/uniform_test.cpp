#include "certify/uniform.hpp"

#include <alcole/random.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

namespace alcole::certify {
namespace {

const InputNorms inputs{.input = 2, .change = 1};

ScoreClass linear(double radius) { return fixed_class({.radii = {radius}}, inputs); }

TEST(UniformConvergence, OfALinearClassIsAsComputedByHand) {
    const ScoreClass scores = linear(2);
    EXPECT_DOUBLE_EQ(scores.complexity, 2 * std::sqrt(5.0));
    EXPECT_DOUBLE_EQ(scores.largest, 2 * std::sqrt(5.0));
    EXPECT_DOUBLE_EQ(scores.apart, 2);
    // 2 B X / sqrt(N) + W sqrt(log(2 / delta) / 2N) with N = 100, delta = 2 / e^2: sqrt(2 / 200) = 0.1
    const double delta = 2 * std::exp(-2.0);
    EXPECT_NEAR(zeta(scores, RowLoss::cross_entropy, 100, delta), 2 * 4.472136 / 10 + 4.472136 * 0.1, 1e-6);
    // Divergence: slope D / sqrt(2), width D^2 / 8 = 1/2.
    EXPECT_NEAR(zeta(scores, RowLoss::divergence, 100, delta), 2 * std::sqrt(2.0) * 4.472136 / 10 + 0.05, 1e-6);
}

TEST(UniformConvergence, GrowsWithConfidenceAndFallsWithRows) {
    for (const auto loss : {RowLoss::cross_entropy, RowLoss::divergence}) {
        const ScoreClass scores = linear(3);
        for (std::size_t n = 10; n < 1000000; n *= 3) {
            EXPECT_GT(zeta(scores, loss, n, 0.05), zeta(scores, loss, 3 * n, 0.05));
            EXPECT_GT(zeta(scores, loss, n, 0.01), zeta(scores, loss, n, 0.05));
            EXPECT_NEAR(zeta(scores, loss, 4 * n, 0.05) / zeta(scores, loss, n, 0.05), 0.5, 1e-12);
        }
        EXPECT_LT(zeta(linear(2), loss, 100, 0.05), zeta(linear(2.5), loss, 100, 0.05));
    }
}

TEST(UniformConvergence, RefusesWhatMakesNoSense) {
    EXPECT_THROW(zeta(linear(1), RowLoss::divergence, 0, 0.05), std::invalid_argument);
    EXPECT_THROW(zeta(linear(1), RowLoss::divergence, 10, 0), std::invalid_argument);
    EXPECT_THROW(zeta(linear(1), RowLoss::divergence, 10, 1), std::invalid_argument);
    EXPECT_THROW(fixed_class({}, inputs), std::invalid_argument);
    const std::vector<double> theta(5);
    EXPECT_THROW(norms_of({}, 5, theta), std::invalid_argument);
}

TEST(UnionOverRadii, RoundsUpAndPaysALogarithm) {
    const ScoreClass around = enclosing_class({.radii = {5}}, inputs);
    EXPECT_DOUBLE_EQ(around.complexity, linear(8).complexity);
    EXPECT_DOUBLE_EQ(around.share, 1.0 / (4 * 5));
    EXPECT_DOUBLE_EQ(enclosing_class({.radii = {0.3}}, inputs).complexity, linear(1).complexity);
    EXPECT_DOUBLE_EQ(enclosing_class({.radii = {8}}, inputs).complexity, linear(8).complexity);
    EXPECT_GT(zeta(around, RowLoss::cross_entropy, 100, 0.05), zeta(linear(8), RowLoss::cross_entropy, 100, 0.05));
    // The shares of all radii together are at most delta.
    double sum = 0;
    for (int k = 0; k < 60; ++k) sum += enclosing_class({.radii = {std::exp2(k)}}, inputs).share;
    EXPECT_LE(sum, 1);
    EXPECT_GT(sum, 0.98);
}

TEST(NormsOfAModel, AreThoseOfItsRows) {
    // Two inputs, one score: weights 3 and 4, bias 12.
    EXPECT_DOUBLE_EQ(norms_of({}, 2, std::vector{3.0, 4.0, 12.0}).radii.front(), 13);
    // One input, two sigmoid units; their activations are counted from 1/2, so the bias of the score changes.
    const tabular::Model model{.hidden = {2}, .activation = tabular::Activation::sigmoid};
    const auto norms = norms_of(model, 1, std::vector{3.0, 0.0, 4.0, 1.0, 2.0, -6.0, 5.0});
    ASSERT_EQ(norms.radii.size(), 2U);
    EXPECT_DOUBLE_EQ(norms.radii[0], 5);
    EXPECT_DOUBLE_EQ(norms.radii[1], 2 + 6 + std::abs(5 + 0.5 * (2 - 6)));
    EXPECT_DOUBLE_EQ(norms.lipschitz, 0.25);
}

double loss_of(double score, double y) { return std::log1p(std::exp(-y * score)); }

double divergence_of(double s, double t) {
    const auto a = [](double v) { return std::log1p(std::exp(v)); };
    return a(t) - a(s) - (t - s) / (1 + std::exp(-s));
}

/// Deviations between sample and population of the mean loss and the mean divergence, over a small class.
struct Deviations {
    double loss = 0;
    double divergence = 0;
};

/// x in {-1, 1}, one attribute a in {0, 1} that a counterfactual flips; models w = (w_x, w_a, b) with |w| <= radius.
Deviations largest_deviation(std::size_t rows, double radius, Random& random) {
    std::array<double, 8> counts{};  // x, a, y
    for (std::size_t i = 0; i < rows; ++i) {
        const std::size_t x = random.below(2);
        const std::size_t a = random.below(2);
        const std::size_t y = random.uniform() < (x == 1 ? 0.8 : 0.3) ? 1 : 0;
        counts[4 * x + 2 * a + y] += 1 / static_cast<double>(rows);
    }
    Deviations worst;
    for (int k = 0; k < 200; ++k) {
        std::array<double, 3> w{random.normal(), random.normal(), random.normal()};
        const double norm = std::sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
        for (double& v : w) v *= radius / norm;
        Deviations one;
        for (std::size_t cell = 0; cell < 8; ++cell) {
            const double x = cell >= 4 ? 1 : -1;
            const double a = (cell / 2) % 2 == 1 ? 1 : 0;
            const double y = cell % 2 == 1 ? 1 : -1;
            const double positive = x > 0 ? 0.8 : 0.3;
            const double truth = 0.25 * (y > 0 ? positive : 1 - positive);
            const double score = w[0] * x + w[1] * a + w[2];
            one.loss += (counts[cell] - truth) * loss_of(score, y);
            one.divergence += (counts[cell] - truth) * divergence_of(score, w[0] * x + w[1] * (1 - a) + w[2]);
        }
        worst.loss = std::max(worst.loss, std::abs(one.loss));
        worst.divergence = std::max(worst.divergence, std::abs(one.divergence));
    }
    return worst;
}

TEST(UniformConvergence, HoldsInSimulation) {
    Random random(5);
    const InputNorms norms{.input = std::sqrt(2.0), .change = 1};
    for (const double radius : {0.5, 2.0, 8.0}) {
        const ScoreClass scores = fixed_class({.radii = {radius}}, norms);
        for (const std::size_t rows : {30U, 300U}) {
            const double loss = zeta(scores, RowLoss::cross_entropy, rows, 0.05);
            const double divergence = zeta(scores, RowLoss::divergence, rows, 0.05);
            int broken = 0;
            for (int run = 0; run < 100; ++run) {
                const auto worst = largest_deviation(rows, radius, random);
                if (worst.loss > loss || worst.divergence > divergence) ++broken;
            }
            EXPECT_LE(broken, 10) << "radius " << radius << ", rows " << rows;
        }
    }
}

TEST(ScoreClass, OfANetworkContainsItsScores) {
    Random random(11);
    const tabular::Model model{.hidden = {3}, .activation = tabular::Activation::sigmoid};
    for (int run = 0; run < 200; ++run) {
        std::vector<double> theta(num_weights(model, 2, 1));
        for (double& v : theta) v = 3 * random.normal();
        const auto scores = fixed_class(norms_of(model, 2, theta), {.input = 1, .change = std::sqrt(2.0)});
        const auto score = [&](double x0, double x1) {
            double s = theta[12];
            for (std::size_t k = 0; k < 3; ++k)
                s += theta[9 + k] / (1 + std::exp(-(x0 * theta[k] + x1 * theta[3 + k] + theta[6 + k])));
            return s;
        };
        EXPECT_LE(std::abs(score(1, 0)), scores.largest + 1e-12);
        EXPECT_LE(std::abs(score(0, 1)), scores.largest + 1e-12);
        EXPECT_LE(std::abs(score(1, 0) - score(0, 1)), scores.apart + 1e-12);
    }
}

/// By hand: d = 3, N = 1000, delta = 0.1; thresholds on three points on a line deviate by less.
TEST(UniformConvergence, OfRatesComesFromTheVcDimension) {
    const ScoreClass scores = fixed_class(norms_of({}, 2, std::vector{3.0, 4.0, 12.0}), {.input = 1, .change = 1});
    const double known = std::sqrt(8.0 / 1000 * (3 * std::log(2 * std::exp(1.0) * 1000 / 3) + std::log(40)));
    EXPECT_NEAR(zeta(scores, RowLoss::rate, 1000, 0.1), known, 1e-12);
    EXPECT_EQ(zeta(scores, RowLoss::rate, 2, 0.1), 1) << "fewer rows than dimensions";
    EXPECT_EQ(zeta(fixed_class({.radii = {1, 1}}, {}), RowLoss::rate, 1000000, 0.1), 1) << "not known for networks";
    const UniformRisk gap{.terms = {{.loss = RowLoss::rate, .rows = 5000, .coefficient = 1},
                                    {.loss = RowLoss::rate, .rows = 2000, .coefficient = -1}}};
    EXPECT_DOUBLE_EQ(zeta(scores, gap, 0.1),
                     zeta(scores, RowLoss::rate, 5000, 0.05) + zeta(scores, RowLoss::rate, 2000, 0.05));
}

TEST(Theorem, PutsItsPartsTogether) {
    const ScoreClass scores = linear(1);
    const std::vector<UniformRisk> constraints = {
        {.terms = {{.loss = RowLoss::divergence, .rows = 400}}, .bound = 1e-3},
        {.terms = {{.loss = RowLoss::divergence, .rows = 100}}, .bound = 1e-3}};
    const std::vector<DualSolution> duals = {{.lambda = {1, 2}, .alpha = 5}, {.lambda = {4, 0}, .alpha = 3}};
    const auto found = theorem_quantities(scores, {.terms = {{.rows = 400}}}, constraints, duals, 0.01);
    EXPECT_DOUBLE_EQ(found.zeta_objective, zeta(scores, RowLoss::cross_entropy, 400, 0.01));
    EXPECT_DOUBLE_EQ(found.zeta[1], zeta(scores, RowLoss::divergence, 100, 0.01));
    EXPECT_DOUBLE_EQ(found.zeta_bar, std::max({found.zeta_objective, found.zeta[0], found.zeta[1]}));
    EXPECT_DOUBLE_EQ(found.delta_lambda, 4);
    EXPECT_DOUBLE_EQ(found.delta_alpha, 5);
    EXPECT_DOUBLE_EQ(found.objective_bound, 6 * found.zeta_bar + 5 * 2 * found.zeta_bar * found.zeta_bar);
    EXPECT_DOUBLE_EQ(found.probability, 1 - 3 * 0.01) << "one two-sided event for each of the m + 1 risks";
    EXPECT_EQ(found.feasibility, found.zeta);
    EXPECT_TRUE(found.objective_vacuous) << "more than the loss can be";
    EXPECT_TRUE(found.feasibility_vacuous[1]);
    const std::vector<UniformRisk> many = {
        {.terms = {{.loss = RowLoss::divergence, .rows = 100000000}}, .bound = 1e-3}};
    const std::vector<DualSolution> one = {{.lambda = {1}, .alpha = 0}};
    const auto sharp = theorem_quantities(scores, {.terms = {{.rows = 100000000}}}, many, one, 0.01);
    EXPECT_FALSE(sharp.objective_vacuous);
    EXPECT_FALSE(sharp.feasibility_vacuous[0]);
    EXPECT_THROW(theorem_quantities(scores, {.terms = {{.rows = 10}}}, constraints, one, 0.01), std::invalid_argument);
}

}  // namespace
}  // namespace alcole::certify
