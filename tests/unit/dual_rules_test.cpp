#include <alcole/dual.hpp>

#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace alcole {
namespace {

constexpr auto at_most = Relation::at_most_zero;
constexpr auto equal = Relation::equal_zero;

double augmented(DualRule rule, double l, double lambda, double alpha, double eta = 0) {
    return dual::raise(rule, Method::augmented, at_most, l, lambda, alpha, eta);
}

TEST(Multipliers, MoveByTwiceAlphaTimesTheViolation) {
    EXPECT_DOUBLE_EQ(augmented(DualRule::multipliers, 0.5, 1, 3), 1 + 2 * 3 * 0.5);
    EXPECT_DOUBLE_EQ(augmented(DualRule::multipliers, -0.1, 1, 3), 1 - 2 * 3 * 0.1);
    EXPECT_DOUBLE_EQ(augmented(DualRule::multipliers, -9, 1, 3), 0);
    EXPECT_DOUBLE_EQ(dual::raise(DualRule::multipliers, Method::augmented, equal, -9, 1, 3, 0), 1 - 2 * 3 * 9);
}

TEST(Gradient, FollowsTheDualGradient) {
    EXPECT_DOUBLE_EQ(augmented(DualRule::gradient, 0.5, 1, 3, 0.2), 1 + 0.2 * 0.5);
    EXPECT_DOUBLE_EQ(augmented(DualRule::gradient, -9, 1, 3, 0.2), 1 - 0.2 * 1 / 6.0);  // d = -lambda / (2 alpha)
}

TEST(Gradient, StaysNonNegativeByItselfUpToTwiceAlphaAndIsClampedBeyond) {
    EXPECT_DOUBLE_EQ(augmented(DualRule::gradient, -9, 1, 3, 6), 0);  // eta = 2 alpha: exactly zero
    EXPECT_GT(augmented(DualRule::gradient, -9, 1, 3, 5.9), 0);
    EXPECT_DOUBLE_EQ(augmented(DualRule::gradient, -9, 1, 3, 600), 0);  // would be -99
}

TEST(Gradient, OfTheOrdinaryLagrangianIsTheRiskItself) {
    EXPECT_DOUBLE_EQ(dual::raise(DualRule::gradient, Method::lagrangian, at_most, 0.5, 1, 3, 0.2), 1.1);
    EXPECT_DOUBLE_EQ(dual::raise(DualRule::gradient, Method::lagrangian, at_most, -9, 1, 3, 0.2), 0);
}

TEST(Printed, IsThePapersUpdateWordForWord) {
    EXPECT_DOUBLE_EQ(augmented(DualRule::printed, 0.5, 1, 4), 1 + 0.5 / 4);
    EXPECT_DOUBLE_EQ(augmented(DualRule::printed, -9, 1, 4), 1 - 2 * 1 / 4.0);
    EXPECT_DOUBLE_EQ(dual::raise(DualRule::printed, Method::augmented, equal, -9, 1, 4, 0), 1 - 9 / 4.0);
}

// The erratum: docs/math.md.
TEST(Printed, MakesMultipliersNegativeForAlphaBelowTwo) {
    EXPECT_LT(augmented(DualRule::printed, -9, 1, 1.9), 0);
    EXPECT_DOUBLE_EQ(augmented(DualRule::printed, -9, 1, 2), 0);
    EXPECT_GT(augmented(DualRule::printed, -9, 1, 2.1), 0);
    EXPECT_GE(augmented(DualRule::multipliers, -9, 1, 1.9), 0);
}

TEST(Printed, JumpsWhereItsBranchesShouldMeet) {
    const auto jump = [](double alpha) {
        const double edge = -1 / (2 * alpha);  // l = -lambda / (2 alpha) with lambda = 1
        return augmented(DualRule::printed, edge, 1, alpha) -
               augmented(DualRule::printed, std::nextafter(edge, -1e300), 1, alpha);
    };
    EXPECT_NEAR(jump(0.25), 0, 1e-12);  // the only alpha at which they do
    EXPECT_GT(std::abs(jump(1)), 1);
    EXPECT_GT(std::abs(jump(0.2)), 1);
}

TEST(Step, GrowsWithAlphaAndNeverBeyondTheMethodOfMultipliers) {
    Options options{.dual = {.step = 0.5}, .penalty = {.schedule = PenaltySchedule::periodic, .initial = 2}};
    EXPECT_DOUBLE_EQ(dual::step_at(options, 2), 0.5);
    EXPECT_DOUBLE_EQ(dual::step_at(options, 200), 50) << "the same share of alpha";
    options.dual.step = 100;  // 50 alpha: far too long, as the user requested
    EXPECT_DOUBLE_EQ(dual::step_at(options, 20), 100);
    EXPECT_DOUBLE_EQ(dual::step_at(options, 2000), 4000) << "2 alpha";
    options.penalty.schedule = PenaltySchedule::constant;
    EXPECT_DOUBLE_EQ(dual::step_at(options, 2000), 100) << "an alpha of a warm start";
    options.penalty.schedule = PenaltySchedule::periodic;
    options.method = Method::lagrangian;
    EXPECT_DOUBLE_EQ(dual::step_at(options, 2000), 100) << "there is no penalty in it";
}

TEST(Sizes, AreMeasuredAgainAfterTenTwentyFortyDualSteps) {
    std::vector<std::int64_t> when;
    for (std::int64_t k = 0; k <= 200; ++k)
        if (dual::measures_at(k)) when.push_back(k);
    EXPECT_EQ(when, (std::vector<std::int64_t>{10, 20, 40, 80, 160}));
}

TEST(OtherMethods, KeepTheirMultipliers) {
    EXPECT_EQ(dual::raise(DualRule::multipliers, Method::penalty, at_most, 5, 1, 3, 1), 1);
    EXPECT_EQ(dual::raise(DualRule::multipliers, Method::unconstrained, at_most, 5, 1, 3, 1), 1);
}

TEST(Penalty, GrowsEveryIntervalStepsWhenPeriodic) {
    const Options::Penalty penalty{.schedule = PenaltySchedule::periodic, .factor = 3, .interval = 4};
    double alpha = 1;
    std::vector<double> seen;
    for (int k = 0; k < 9; ++k) seen.push_back(alpha = dual::grow(penalty, alpha, 1, 1, k));
    EXPECT_EQ(seen, (std::vector<double>{1, 1, 1, 3, 3, 3, 3, 9, 9}));
}

TEST(Penalty, GrowsWhenTheViolationDoesNotFallEnough) {
    const Options::Penalty penalty{.schedule = PenaltySchedule::adaptive, .factor = 10, .decrease = 0.25};
    EXPECT_EQ(dual::grow(penalty, 1, 0.3, 1, 0), 10);
    EXPECT_EQ(dual::grow(penalty, 1, -0.3, 1, 0), 10);
    EXPECT_EQ(dual::grow(penalty, 1, 0.2, 1, 0), 1);
}

TEST(Penalty, StaysWhenConstant) { EXPECT_EQ(dual::grow({.schedule = PenaltySchedule::constant}, 7, 1e9, 1, 3), 7); }

TEST(Looseness, FallsInAStraightLineToZero) {
    const Options::Loose loose{.start = 2, .steps = 4};
    EXPECT_DOUBLE_EQ(dual::looseness(loose, 0), 2);
    EXPECT_DOUBLE_EQ(dual::looseness(loose, 1), 1.5);
    EXPECT_DOUBLE_EQ(dual::looseness(loose, 4), 0);
    EXPECT_DOUBLE_EQ(dual::looseness(loose, 100), 0);
}

}  // namespace
}  // namespace alcole
