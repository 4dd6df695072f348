#include "certify/bounds.hpp"

#include "certify/beta.hpp"
#include "certify/betting.hpp"
#include "draws.hpp"

#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

namespace alcole::certify {
namespace {

std::vector<double> ones_among(std::size_t ones, std::size_t n) {
    std::vector<double> values(n, 0.0);
    std::fill_n(values.begin(), ones, 1.0);
    return values;
}

double upper(Family family, const std::vector<double>& values, double delta, Range range = {}) {
    return upper_bound(family, {.values = values}, range, delta).value();
}

TEST(IncompleteBeta, IsThePolynomialThatItIsForWholeNumbers) {
    for (const double x : {0.01, 0.2, 0.5, 0.77, 0.99}) {
        EXPECT_NEAR(incomplete_beta(1, 1, x), x, 1e-14);
        EXPECT_NEAR(incomplete_beta(1, 7, x), 1 - std::pow(1 - x, 7), 1e-13);
        EXPECT_NEAR(incomplete_beta(2, 3, x), x * x * (6 - 8 * x + 3 * x * x), 1e-13);
    }
    EXPECT_EQ(incomplete_beta(3, 4, 0), 0);
    EXPECT_EQ(incomplete_beta(3, 4, 1), 1);
}

TEST(IncompleteBeta, OfHalvesIsAnArcusSinus) {
    for (const double x : {0.001, 0.3, 0.9})
        EXPECT_NEAR(incomplete_beta(0.5, 0.5, x), 2 / M_PI * std::asin(std::sqrt(x)), 1e-13);
}

TEST(IncompleteBeta, IsTheTailOfABinomialForLargeNumbersToo) {
    // P(Bin(n, x) >= a) = I_x(a, n - a + 1)
    const double n = 3000;
    const double x = 0.31;
    double tail = 0;
    for (double k = 960; k <= n; ++k)
        tail += std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) + k * std::log(x) +
                         (n - k) * std::log1p(-x));
    EXPECT_NEAR(incomplete_beta(960, n - 960 + 1, x), tail, 1e-11);
    EXPECT_NEAR(incomplete_beta(1e6, 1e6, 0.5), 0.5, 1e-9);
}

TEST(ClopperPearson, IsTheOneOfTheTables) {
    // Two-sided 95 % intervals of 3 of 20 and 10 of 100: [0.0321, 0.3789] and [0.0490, 0.1762].
    EXPECT_NEAR(upper(Family::clopper_pearson, ones_among(3, 20), 0.025), 0.3789, 5e-5);
    EXPECT_NEAR(upper(Family::clopper_pearson, ones_among(10, 100), 0.025), 0.1762, 5e-5);
    const auto few = ones_among(3, 20);
    EXPECT_NEAR(lower_bound(Family::clopper_pearson, {.values = few}, {}, 0.025).value(), 0.0321, 5e-5);
    EXPECT_NEAR(upper(Family::clopper_pearson, ones_among(0, 10), 0.05), 1 - std::pow(0.05, 0.1), 1e-12);
    EXPECT_EQ(upper(Family::clopper_pearson, ones_among(7, 7), 0.05), 1);
}

TEST(ClopperPearson, IsForValuesAtTheEndsAlone) {
    const std::vector<double> between = {0, 0.5, 1};
    EXPECT_FALSE(upper_bound(Family::clopper_pearson, {.values = between}, {}, 0.05));
    EXPECT_NEAR(upper(Family::clopper_pearson, {-2, -2, 4}, 0.05, {.low = -2, .high = 4}),
                -2 + 6 * upper(Family::clopper_pearson, {0, 0, 1}, 0.05), 1e-12);
}

TEST(Hoeffding, IsItsFormula) {
    const auto values = ones_among(30, 100);
    EXPECT_NEAR(upper(Family::hoeffding, values, 0.05), 0.3 + std::sqrt(std::log(20.0) / 200), 1e-14);
    EXPECT_NEAR(upper(Family::hoeffding, values, 0.05, {.low = -1, .high = 3}),
                0.3 + 4 * std::sqrt(std::log(20.0) / 200), 1e-14);
}

TEST(Bernstein, IsTheFormulaOfMaurerAndPontil) {
    const std::vector<double> values(100, 0.25);  // no variance: only the last term remains
    EXPECT_NEAR(upper(Family::bernstein, values, 0.05), 0.25 + 7 * std::log(40.0) / (3 * 99), 1e-14);
    const auto half = ones_among(500, 1000);
    const double variance = 0.25 * 1000 / 999;
    EXPECT_NEAR(upper(Family::bernstein, half, 0.05),
                0.5 + std::sqrt(2 * variance * std::log(40.0) / 1000) + 7 * std::log(40.0) / (3 * 999), 1e-12);
}

TEST(Betting, OnOneZeroEndsWhereOneBetWins) {
    // 1 + 9/10 m / (1 - m) = 1 / delta at m = x / (1 + x), x = 10/9 (1 / delta - 1)
    EXPECT_NEAR(betting_upper_bound(std::vector<double>{0}, 0.5), 10.0 / 19, 1e-6);
}

TEST(Betting, OnNothingButZerosNearsTheRuleOfThree) {
    // At full stakes (1 + c m / (1 - m))^n = 1 / delta: m is about log(1 / delta) / (c n), c = 9/10.
    const double bound = betting_upper_bound(std::vector<double>(2000, 0.0), 0.05);
    EXPECT_GT(bound, 3.0 / 2000);
    EXPECT_LT(bound, 1.1 * std::log(20.0) / (0.9 * 2000));
}

TEST(Betting, IsNarrowerThanHoeffdingWhereThereIsLittleVariance) {
    Random random(3);
    std::vector<double> values(1000);
    for (double& v : values) v = 0.05 + 0.02 * random.uniform();
    const double betting = upper(Family::betting, values, 0.05) - 0.06;
    EXPECT_LT(betting, (upper(Family::hoeffding, values, 0.05) - 0.06) / 5);
    EXPECT_LT(betting, upper(Family::bernstein, values, 0.05) - 0.06);
}

TEST(Betting, IsTheSameForEveryOrderOfTheRows) {
    for (const auto& distribution : {tests::bernoulli(0.3), tests::beta_2_3(), tests::mixed()}) {
        auto values = tests::drawn(distribution, 1000, 5);
        const double before = betting_upper_bound(values, 0.05);
        for (std::uint64_t k = 0; k < 10; ++k) {
            Random(k).shuffle(std::span(values));
            EXPECT_EQ(betting_upper_bound(values, 0.05), before) << distribution.name;
        }
        std::ranges::sort(values, std::greater{});
        EXPECT_EQ(betting_upper_bound(values, 0.05), before) << distribution.name;
    }
}

/// The bound for an average sample is this many standard errors above its mean; Clopper and Pearson's for rates, 1.65
/// plus a little for discreteness, is the smallest possible.
TEST(Betting, IsNearlyAsNarrowAsANormalApproximation) {
    const auto standard_errors = [](const tests::Distribution& distribution, double sd) {
        constexpr std::size_t n = 1000;
        constexpr std::size_t samples = 20;
        double sum = 0;
        for (std::size_t k = 0; k < samples; ++k)
            sum += betting_upper_bound(tests::drawn(distribution, n, k), 0.05) - distribution.mean;
        return sum / samples / (sd / std::sqrt(n));
    };
    EXPECT_LT(standard_errors(tests::bernoulli(0.3), std::sqrt(0.21)), 2.0);  // 2.2 with stakes that have no target
    EXPECT_LT(standard_errors(tests::beta_2_3(), 0.2), 2.0);
    EXPECT_LT(standard_errors(tests::mixed(), 0.143), 2.45);
}

class EveryFamily : public ::testing::TestWithParam<Family> {};

TEST_P(EveryFamily, SaysTheEndOfTheRangeWithoutDraws) {
    EXPECT_EQ(upper(GetParam(), {}, 0.05, {.low = 2, .high = 5}), 5);
    EXPECT_EQ(lower_bound(GetParam(), {}, {.low = 2, .high = 5}, 0.05), 2);
    EXPECT_EQ(upper(GetParam(), {1}, 0.05), 1);
}

TEST_P(EveryFamily, NarrowsWithDrawsAndWidensWithConfidence) {
    const auto few = ones_among(20, 100);
    const auto many = ones_among(200, 1000);
    EXPECT_LT(upper(GetParam(), many, 0.05), upper(GetParam(), few, 0.05));
    EXPECT_LT(upper(GetParam(), many, 0.05), upper(GetParam(), many, 0.001));
    EXPECT_GT(upper(GetParam(), many, 0.05), 0.2);
    EXPECT_LT(lower_bound(GetParam(), {.values = many}, {}, 0.05).value(), 0.2);
}

TEST_P(EveryFamily, IsMirroredFromBelow) {
    const auto values = tests::drawn(tests::bernoulli(0.3), 200, 1);
    std::vector<double> mirrored;
    for (const double v : values) mirrored.push_back(1 - v);
    EXPECT_NEAR(lower_bound(GetParam(), {.values = values}, {}, 0.05).value(), 1 - upper(GetParam(), mirrored, 0.05),
                1e-12);
}

TEST_P(EveryFamily, TakesCountsForRepetition) {
    const std::vector<double> values = {0, 1};
    const std::vector<std::size_t> counts = {40, 10};
    std::vector<double> written(40, 0.0);
    written.resize(50, 1.0);
    EXPECT_EQ(upper_bound(GetParam(), {.values = values, .counts = counts}, {}, 0.05).value(),
              upper(GetParam(), written, 0.05));
}

TEST_P(EveryFamily, RefusesWhatMakesNoSense) {
    EXPECT_THROW(upper(GetParam(), {0.5, 1.5}, 0.05), std::invalid_argument);
    EXPECT_THROW(upper(GetParam(), {std::nan("")}, 0.05), std::invalid_argument);
    EXPECT_THROW(upper(GetParam(), {0.5}, 0), std::invalid_argument);
    EXPECT_THROW(upper(GetParam(), {0.5}, 1), std::invalid_argument);
    EXPECT_THROW(upper(GetParam(), {0}, 0.1, {.low = 0, .high = 0}), std::invalid_argument);
    EXPECT_THROW(upper(GetParam(), {0}, 0.1, {.low = 0, .high = INFINITY}), std::invalid_argument);
    EXPECT_EQ(family_from(to_string(GetParam())), GetParam());
    EXPECT_THROW((void)family_from("bayes"), std::invalid_argument);
}

INSTANTIATE_TEST_SUITE_P(Bounds, EveryFamily, ::testing::ValuesIn(all_families),
                         [](const auto& one) { return std::string(to_string(one.param)); });

}  // namespace
}  // namespace alcole::certify
