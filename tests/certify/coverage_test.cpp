// Do the bounds hold as often as promised? By simulation, where the mean is known.
#include "certify/bounds.hpp"
#include "draws.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace alcole::certify {
namespace {

using tests::Distribution;

constexpr double delta = 0.1;
constexpr std::size_t repetitions = 2000;

/// The share of samples whose bound is below the mean.
template <class Bound>
double share_of_misses(const Distribution& distribution, std::size_t n, const Bound& bound) {
    double misses = 0;
    for (std::size_t k = 0; k < repetitions; ++k)
        if (bound(tests::drawn(distribution, n, 1000 + k)) < distribution.mean) misses += 1;
    return misses / static_cast<double>(repetitions);
}

/// The promised share, plus four standard errors for chance in the simulation.
double max_misses() { return delta + 4 * std::sqrt(delta * (1 - delta) / static_cast<double>(repetitions)); }

class Coverage : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Coverage, OfUpperBoundsIsAsPromised) {
    for (const Family family : all_families) {
        for (const auto& distribution : tests::distributions()) {
            if (family == Family::automatic && !distribution.rate) continue;  // same as betting
            // A family that does not apply makes no promise.
            const auto bound = [&](const std::vector<double>& values) {
                const Sample sample{.values = values, .counts = {}, .rate = distribution.rate};
                return upper_bound(family, sample, {}, delta).value_or(1.0);
            };
            EXPECT_LE(share_of_misses(distribution, GetParam(), bound), max_misses())
                << to_string(family) << ", " << distribution.name;
        }
    }
}

/// The mirror image of the upper bounds: small samples suffice to see that nothing is reversed.
class MirroredCoverage : public Coverage {};
INSTANTIATE_TEST_SUITE_P(Draws, MirroredCoverage, ::testing::Values(20, 100));

TEST_P(MirroredCoverage, OfLowerBoundsIsAsPromised) {
    for (const auto& distribution : tests::distributions()) {
        const Distribution mirrored{distribution.name, -distribution.mean, distribution.draw};
        const auto bound = [&](const std::vector<double>& values) {
            return -lower_bound(Family::betting, {.values = values}, {}, delta).value();
        };
        EXPECT_LE(share_of_misses(mirrored, GetParam(), bound), max_misses()) << distribution.name;
    }
}

/// Betting with the orders that are used, on three values: the probability that the bound is below the mean, summed
/// over all samples. No simulation, and no assumption that the orders are random.
TEST(BettingCoverage, IsAsPromisedForThreeValuesSummedOverAllSamples) {
    constexpr std::size_t n = 12;
    for (const double middle : {0.2, 0.6}) {
        struct Outcome {
            std::array<std::size_t, 3> counts;
            double bound;
        };
        const std::array<double, 3> values = {0, middle, 1};
        std::vector<Outcome> outcomes;
        for (std::size_t i = 0; i <= n; ++i)
            for (std::size_t j = 0; i + j <= n; ++j) {
                const std::array<std::size_t, 3> counts = {i, j, n - i - j};
                outcomes.push_back(
                    {counts, *upper_bound(Family::betting, {.values = values, .counts = counts}, {}, delta)});
            }
        double worst = 0;
        constexpr int steps = 50;
        for (int a = 0; a <= steps; ++a)
            for (int b = 0; a + b <= steps; ++b) {
                const std::array<double, 3> p = {a / 50.0, b / 50.0, (steps - a - b) / 50.0};
                double misses = 0;
                for (const auto& [counts, bound] : outcomes) {
                    if (bound >= p[1] * middle + p[2]) continue;
                    double chance = std::tgamma(n + 1.0);
                    for (std::size_t k = 0; k < 3; ++k)
                        chance *= std::pow(p[k], counts[k]) / std::tgamma(static_cast<double>(counts[k]) + 1);
                    misses += chance;
                }
                worst = std::max(worst, misses);
            }
        EXPECT_LE(worst, delta) << middle;
        EXPECT_GT(worst, 0.5 * delta) << middle;
    }
}

INSTANTIATE_TEST_SUITE_P(Draws, Coverage, ::testing::Values(20, 100, 1000));

/// A test of the test: using the sample's maximum as the range must be detected.
TEST(CoverageCheck, FindsOutWhoTakesTheRangeFromTheSample) {
    for (const Family family : {Family::betting, Family::hoeffding, Family::bernstein}) {
        const auto wrong = [&](const std::vector<double>& values) {
            const double largest = std::max(1e-9, *std::ranges::max_element(values));
            return upper_bound(family, {.values = values}, {.low = 0, .high = largest}, delta).value();
        };
        EXPECT_GT(share_of_misses(tests::bernoulli(0.02), 20, wrong), max_misses()) << to_string(family);
    }
}

/// And so must a normal approximation, which knows nothing about what was not drawn.
TEST(CoverageCheck, FindsOutTheNormalApproximation) {
    const auto wrong = [](const std::vector<double>& values) {
        double sum = 0;
        for (const double v : values) sum += v;
        const double mean = sum / static_cast<double>(values.size());
        return mean + 1.2816 * std::sqrt(mean * (1 - mean) / static_cast<double>(values.size()));
    };
    EXPECT_GT(share_of_misses(tests::bernoulli(0.02), 20, wrong), max_misses());
}

}  // namespace
}  // namespace alcole::certify
