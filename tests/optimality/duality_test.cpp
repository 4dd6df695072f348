#include <alcole/optimality.hpp>

#include "print.hpp"
#include "small_problems.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace alcole {
namespace {

template <class P>
GapEstimate gap(double theta, double lambda, double alpha) {
    return duality_gap(P{}, std::vector{theta}, std::vector{lambda}, std::vector{alpha});
}

TEST(Gap, OfTheConcaveProblemIsTheOneComputedByHand) {
    for (const double alpha : {0.25, 0.5, 1.0}) {
        const auto found = gap<tests::Concave>(0.5, 3, alpha);
        EXPECT_NEAR(found.augmented.gap, 0.25 - alpha / 4, 1e-9) << to_string(found);
        EXPECT_NEAR(found.ordinary.gap, 0.25, 1e-9) << to_string(found);
    }
    EXPECT_NEAR(gap<tests::Concave>(0.5, 3, 2).augmented.gap, 0, 1e-9);
}

TEST(Gap, OfTheDoubleWellIsTheOneComputedByHand) {
    for (const double alpha : {0.5, 1.0, 1.5}) {
        const auto found = gap<tests::DoubleWell>(0, 0, alpha);
        EXPECT_NEAR(found.augmented.gap, (2 - alpha) * (2 - alpha) / 4, 1e-7) << to_string(found);
        EXPECT_NEAR(found.ordinary.gap, 1, 1e-7) << to_string(found);
        EXPECT_GT(found.ordinary.agreeing, 10U);
    }
    EXPECT_NEAR(gap<tests::DoubleWell>(0, 0, 5).augmented.gap, 0, 1e-9);
}

TEST(Gap, OfAConvexProblemIsZeroInFloatToo) {
    const auto found = duality_gap(tests::Wall<float>{}, std::vector{1.0F}, std::vector{2.0}, std::vector{1.0});
    EXPECT_NEAR(found.augmented.gap, 0, 1e-5) << to_string(found);
    EXPECT_NEAR(found.ordinary.gap, 0, 1e-5) << to_string(found);
}

/// A wall that gives way to 1.5, at a price of 1, is examined at that bound.
TEST(Price, ExaminesTheBoundThatWasReached) {
    struct SoftWall : tests::Wall<> {
        std::vector<double> constraint_prices() const { return {1}; }
    };
    const std::vector theta{1.5};
    const std::vector lambda{1.0};
    const auto found = examine(SoftWall{}, theta, lambda);
    EXPECT_EQ(found.kkt.verdict, Decision::holds) << to_string(found);
    EXPECT_EQ(found.active.strongly_active, std::vector<std::size_t>{0});
    EXPECT_EQ(examine(SoftWall{}, std::vector{1.6}, std::vector{0.8}).kkt.verdict, Decision::fails)
        << "below its price it has to be met";
    const auto gap = duality_gap(SoftWall{}, theta, lambda, std::vector{1.0});
    EXPECT_EQ(gap.violation, 0);
    EXPECT_NEAR(gap.augmented.gap, 0, 1e-9) << to_string(gap);
}

/// With its bound moved to 1.5 the wall is at 1.5 and costs 1.
TEST(Gap, TakesBoundsWhereTheyWereMovedAndStartsAsTheyAreDrawn) {
    std::vector<std::size_t> drawn;
    GapOptions options{.starts = 3, .offset = {0.5}};
    options.draw = [&](std::size_t k) {
        drawn.push_back(k);
        return std::vector{10.0 * static_cast<double>(k)};
    };
    const auto found =
        duality_gap(tests::Wall<double>{}, std::vector{1.5}, std::vector{1.0}, std::vector{1.0}, options);
    EXPECT_NEAR(found.augmented.gap, 0, 1e-9) << to_string(found);
    EXPECT_NEAR(found.ordinary.gap, 0, 1e-9) << to_string(found);
    EXPECT_EQ(found.violation, 0);
    EXPECT_EQ(found.augmented.agreeing, 3U);
    EXPECT_EQ(drawn, (std::vector<std::size_t>{1, 2, 1, 2}));
    options.draw = [](std::size_t) { return std::vector{1.0, 2.0}; };
    EXPECT_THROW(
        (void)duality_gap(tests::Wall<double>{}, std::vector{1.5}, std::vector{1.0}, std::vector{1.0}, options),
        std::invalid_argument);
}

/// minimise -x^2 subject to x = 0: the ordinary Lagrangian has no minimum for any lambda.
struct Hill {
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 1; }
    Relation relation(std::size_t) const { return Relation::equal_zero; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = -x[0] * x[0];
        l[1] = x[0];
        return Linearisation{[v = x[0]](auto w, auto g) { g[0] = -w[0] * 2 * v + w[1]; }};
    }
};

TEST(Gap, OfAnUnboundedLagrangianIsSaidInWords) {
    const auto found = gap<Hill>(0, 0, 2);
    EXPECT_TRUE(found.ordinary.unbounded) << to_string(found);
    EXPECT_FALSE(found.augmented.unbounded) << to_string(found);
    EXPECT_NEAR(found.augmented.gap, 0, 1e-9);
    EXPECT_NE(to_string(found).find("-infinity"), std::string::npos);
}

std::vector<Perturbation> values(const std::vector<double>& us, double (*p)(double)) {
    std::vector<Perturbation> list;
    for (const double u : us) list.push_back({.u = {u}, .value = p(u)});
    return list;
}

const std::vector<double> sweep = {-0.4, -0.2, -0.1, -0.05, 0, 0.05, 0.1, 0.2, 0.4};

/// x = 1 with the multiplier 3 and x = -1 with 1: no pair (lambda, alpha) has g = P*, math.md.
TEST(Attained, IsNotTheDualOfTwoSolutionsWithTwoPrices) {
    struct TwoPrices {
        std::size_t num_variables() const { return 1; }
        std::size_t num_constraints() const { return 1; }
        auto risks(std::span<const double> x, std::span<double> l) const {
            const double v = x[0] * x[0] - 1;
            l[0] = -v * (2 + x[0]) + 3 * v * v;
            l[1] = v;
            return Linearisation{[v, at = x[0]](auto w, auto g) {
                g[0] = w[0] * (-2 * at * (2 + at) - v + 12 * v * at) + w[1] * 2 * at;
            }};
        }
    };
    const auto found = duality_gap(TwoPrices{}, std::vector{1.0}, std::vector{3.0}, std::vector{20.0}, {.spread = 1});
    EXPECT_EQ(found.attained.verdict, Decision::fails) << to_string(found);
    ASSERT_EQ(found.attained.gaps.size(), 3U);
    EXPECT_NEAR(found.attained.gaps[1].gap / found.attained.gaps[2].gap, 10, 1) << "like 1 / alpha";
    EXPECT_FALSE(found.attained.factor);

    const auto concave =
        duality_gap(tests::Concave{}, std::vector{0.5}, std::vector{3.0}, std::vector{0.5}, {.spread = 1});
    EXPECT_NE(concave.attained.verdict, Decision::fails) << to_string(concave);
    EXPECT_EQ(concave.attained.factor, 10) << "alpha = 1 would do";

    const auto worse = duality_gap(TwoPrices{}, std::vector{0.0}, std::vector{0.0}, std::vector{20.0}, {.spread = 1});
    EXPECT_EQ(worse.attained.verdict, Decision::undetermined)
        << "a theta that is not the solution: " << to_string(worse);
    EXPECT_FALSE(worse.attained.factor);
}

TEST(StabilityOfDegreeTwo, NeedsAlphaOneInTheConcaveProblem) {
    const auto p = [](double u) { return -(1.5 + u) * (1.5 + u); };
    const auto found = stability(-2.25, values(sweep, p), std::vector{3.0}, 1e-12);
    EXPECT_NEAR(found.alpha, 1, 1e-9);
    EXPECT_EQ(found.verdict, Decision::holds) << to_string(found);
    const auto wrong = stability(-2.25, values(sweep, p), std::vector{2.9}, 1e-12);
    EXPECT_TRUE(wrong.growing);
    EXPECT_EQ(wrong.verdict, Decision::undetermined) << to_string(wrong);
}

TEST(StabilityOfDegreeTwo, NeedsAlphaTwoInTheDoubleWell) {
    const auto p = [](double u) { return (u * u - 1) * (u * u - 1); };
    const auto found = stability(1, values(sweep, p), std::vector{0.0});
    EXPECT_NEAR(found.alpha, 2 - 0.0025, 1e-9) << "at the smallest u: p(u) = 1 - 2 u^2 + u^4";
    EXPECT_EQ(sweep[*found.deciding], -0.05);
    EXPECT_EQ(found.verdict, Decision::holds) << to_string(found);
}

TEST(StabilityOfDegreeTwo, NeedsNothingWherePIsConvex) {
    const auto p = [](double u) { return u < -0.3 ? std::numeric_limits<double>::infinity() : u * u - u; };
    const auto found = stability(0, values(sweep, p), std::vector{1.0});
    EXPECT_EQ(found.alpha, 0);
    EXPECT_FALSE(found.deciding);
    EXPECT_EQ(found.verdict, Decision::holds);
    EXPECT_EQ(stability(0, {}, std::vector{1.0}).verdict, Decision::undetermined);
    EXPECT_THROW((void)stability(0, std::vector<Perturbation>{{.u = {1, 2}, .value = 0}}, std::vector{1.0}),
                 std::invalid_argument);
}

TEST(PrimalSequence, OfTheAugmentedMethodConvergesAndOfTheOrdinaryOneDoesNot) {
    const auto augmented = solve(tests::Concave{}, std::vector{0.2});
    const auto good = primal_convergence(augmented.trace());
    EXPECT_EQ(good.verdict, Decision::holds) << to_string(good);
    EXPECT_LE(good.last_violation, 1e-3);
    Options ordinary{.method = Method::lagrangian, .max_outer = 400, .scaling = Scaling::none};
    ordinary.dual.step = 0.1;
    const auto bad = primal_convergence(solve(tests::Concave{}, std::vector{0.2}, ordinary).trace());
    EXPECT_EQ(bad.verdict, Decision::fails) << to_string(bad);
    EXPECT_NEAR(bad.slacks[0], 0.5, 1e-6);
    EXPECT_EQ(bad.tail, 200U);
    EXPECT_EQ(primal_convergence({}).verdict, Decision::undetermined);
}

TEST(PrimalSequence, ThatCyclesFailsWhereverItIsCut) {
    const auto cycle = [](int k) { return k % 17 < 4 ? 0.3 : 0.0; };  // violated in 4 of 17 steps
    std::vector<TraceRecord> trace;
    for (int k = 0; k < 140; ++k) {
        trace.push_back({.iteration = k, .risks = {1, cycle(k)}, .lambda = {1}, .violation = cycle(k)});
        if (k < 100) continue;
        EXPECT_EQ(primal_convergence(trace).verdict, Decision::fails) << "cut at " << k;
    }
}

TEST(PrimalSequence, ThatHasComeToRestDoesNotFail) {
    std::vector<TraceRecord> trace;  // violated for a little more than three quarters, then at the answer
    for (int k = 0; k < 100; ++k)
        trace.push_back({.iteration = k, .risks = {1, k < 80 ? 0.3 : 0}, .lambda = {1}, .violation = k < 80 ? 0.3 : 0});
    EXPECT_EQ(primal_convergence(trace).verdict, Decision::undetermined);
}

TEST(PrimalSequence, ThatIsStillFallingIsUndetermined) {
    std::vector<TraceRecord> trace;
    for (int k = 0; k < 40; ++k)
        trace.push_back({.iteration = k, .risks = {1, std::pow(0.9, k)}, .lambda = {1}, .violation = std::pow(0.9, k)});
    EXPECT_EQ(primal_convergence(trace, 1e-3).verdict, Decision::undetermined);
    EXPECT_EQ(primal_convergence(trace, 0.2).verdict, Decision::holds);
}

}  // namespace
}  // namespace alcole
