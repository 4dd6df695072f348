#include <alcole/lagrangian.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace alcole {
namespace {

constexpr auto at_most = Relation::at_most_zero;
constexpr auto equal = Relation::equal_zero;

TEST(Psi, IsTheShiftedPenaltyOfThePaper) {
    EXPECT_DOUBLE_EQ(dual::psi(1, 0), 1);    // (2^2 - 0) / 4
    EXPECT_DOUBLE_EQ(dual::psi(1, 2), 3);    // (4^2 - 4) / 4
    EXPECT_DOUBLE_EQ(dual::psi(-5, 2), -1);  // far inside: -y^2 / 4
    EXPECT_DOUBLE_EQ(dual::psi(-1, 2), -1);  // where the branches meet
}

TEST(AugmentedTerm, IsAlphaPsiOfTheQuotient) {
    for (const double l : {-3.0, -0.25, 0.0, 0.5, 2.0})
        for (const double lambda : {0.0, 0.5, 4.0})
            for (const double alpha : {0.1, 1.0, 30.0})
                EXPECT_NEAR(dual::term(Method::augmented, at_most, l, lambda, alpha).value,
                            alpha * dual::psi(l, lambda / alpha), 1e-12);
}

TEST(AugmentedTerm, OfAnEqualityIsTheClassicalOne) {
    const dual::ConstraintTerm t = dual::term(Method::augmented, equal, -3, 2, 5);
    EXPECT_DOUBLE_EQ(t.value, 2 * -3 + 5 * 9);
    EXPECT_DOUBLE_EQ(t.weight, 2 + 2 * 5 * -3);
    EXPECT_DOUBLE_EQ(t.ascent, -3);
}

TEST(AugmentedTerm, IsTheOrdinaryOneAtAlphaZero) {
    for (const double l : {-3.0, 0.0, 2.0})
        for (const double lambda : {0.0, 0.5, 1e300}) {
            const dual::ConstraintTerm augmented = dual::term(Method::augmented, at_most, l, lambda, 0);
            EXPECT_EQ(augmented.value, lambda * l);
            EXPECT_EQ(augmented.weight, lambda);
            EXPECT_EQ(augmented.ascent, l);
        }
}

TEST(AugmentedTerm, StaysFiniteForTheSmallestAlpha) {
    const double tiny = std::numeric_limits<double>::denorm_min();
    for (const double l : {-1e10, -1.0, 1.0})
        for (const double lambda : {0.0, 1.0, 1e10}) {
            const dual::ConstraintTerm t = dual::term(Method::augmented, at_most, l, lambda, tiny);
            EXPECT_TRUE(std::isfinite(t.value) && std::isfinite(t.weight) && std::isfinite(t.ascent));
        }
}

TEST(AugmentedTerm, HasNoWeightWhereTheConstraintSleeps) {
    const dual::ConstraintTerm t = dual::term(Method::augmented, at_most, -10, 3, 1);  // 3 + 2 * -10 < 0
    EXPECT_EQ(t.weight, 0);
    EXPECT_DOUBLE_EQ(t.ascent, -1.5);
    EXPECT_DOUBLE_EQ(t.value, -2.25);
}

TEST(FourMethods, DifferInOneFunction) {
    EXPECT_EQ(dual::term(Method::lagrangian, at_most, 2, 3, 7).value, 6);
    EXPECT_EQ(dual::term(Method::lagrangian, at_most, 2, 3, 7).weight, 3);
    EXPECT_EQ(dual::term(Method::penalty, at_most, 2, 3, 7).value, 28);
    EXPECT_EQ(dual::term(Method::penalty, at_most, 2, 3, 7).weight, 28);
    EXPECT_EQ(dual::term(Method::penalty, at_most, -2, 3, 7).value, 0);
    EXPECT_EQ(dual::term(Method::penalty, equal, -2, 3, 7).value, 28);
    EXPECT_EQ(dual::term(Method::unconstrained, at_most, 2, 3, 7).value, 0);
    EXPECT_EQ(dual::term(Method::unconstrained, at_most, 2, 3, 7).weight, 0);
}

TEST(Lagrangian, SumsItsTermsAndLoosensByTheOffset) {
    const std::array relations = {at_most, equal};
    const std::array lambda = {1.0, -2.0};
    const std::array alpha = {3.0, 0.5};
    const std::array offset = {0.25, 0.0};
    const Lagrangian lagrangian{Method::augmented, relations, lambda, alpha, offset};
    std::vector<double> w(3);
    const double value = lagrangian(std::array{10.0, 1.25, 4.0}, w);
    EXPECT_DOUBLE_EQ(value, 10 + (1 * 1 + 3 * 1) + (-2 * 4 + 0.5 * 16));
    EXPECT_DOUBLE_EQ(w[0], 1);
    EXPECT_DOUBLE_EQ(w[1], 1 + 2 * 3 * 1);
    EXPECT_DOUBLE_EQ(w[2], -2 + 2 * 0.5 * 4);
}

TEST(Lagrangian, HasTheCurvatureOfItsTerms) {
    const std::vector<Relation> relations = {Relation::at_most_zero, Relation::at_most_zero, Relation::equal_zero};
    const std::vector<double> lambda = {1, 0, -2}, alpha = {3, 5, 7}, offset = {0, 0, 0.5};
    std::vector<double> c(4), ahead(4), behind(4);
    for (const auto method : {Method::augmented, Method::penalty, Method::lagrangian, Method::unconstrained}) {
        const Lagrangian lagrangian{method, relations, lambda, alpha, offset};
        for (const double at : {-1.0, -0.1, 0.4}) {
            const std::vector<double> l = {1, at, at, at};
            lagrangian.curvatures(l, c);
            EXPECT_EQ(c[0], 0);
            for (std::size_t i = 1; i < 4; ++i) {
                auto moved = l;
                moved[i] += 1e-6;
                lagrangian(moved, ahead);
                moved[i] -= 2e-6;
                lagrangian(moved, behind);
                EXPECT_NEAR(c[i], (ahead[i] - behind[i]) / 2e-6, 1e-6);
            }
        }
    }
}

}  // namespace
}  // namespace alcole
