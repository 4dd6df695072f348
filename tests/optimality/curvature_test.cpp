#include <alcole/optimality.hpp>

#include "print.hpp"
#include "small_problems.hpp"
#include "spectral.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using tests::Spectral;
using tests::spectrum;

template <class T>
void has_its_spectrum(std::size_t n, const ExamineOptions& options, double tolerance) {
    const Spectral<T> problem(spectrum({-3, -1}, n, 0.5, 5), {2, 0.5}, n);
    const auto found = examine(problem, problem.centre, problem.lambda, options);
    EXPECT_EQ(found.kkt.verdict, Decision::holds) << to_string(found);
    EXPECT_EQ(found.licq.verdict, Decision::holds) << to_string(found);
    EXPECT_NEAR(found.licq.ratio, 1, 1e-4);
    const SecondOrder& second = found.second_order;
    EXPECT_EQ(second.dense, options.dense_up_to >= n);
    EXPECT_EQ(second.tangent_dimension, n - 2);
    EXPECT_NEAR(second.whole->value, -3, tolerance) << to_string(found);
    EXPECT_LE(std::abs(second.whole->value + 3), second.whole->error);
    EXPECT_EQ(second.whole->positive, Decision::fails);
    EXPECT_NEAR(second.tangent->value, 0.5, tolerance) << to_string(found);
    EXPECT_LE(std::abs(second.tangent->value - 0.5), second.tangent->error);
    EXPECT_EQ(second.verdict, Decision::holds) << to_string(found);
    ASSERT_TRUE(second.alpha_min) << to_string(found);
    EXPECT_NEAR(*second.alpha_min, 2, 10 * tolerance) << "the second: 1 / (2 * 0.25), not 3 / (2 * 4)";
}

TEST(Curvature, OfAChosenSpectrumIsFoundFromAllEntries) {
    has_its_spectrum<double>(5, {}, 1e-8);
    has_its_spectrum<double>(60, {}, 1e-8);
    has_its_spectrum<float>(60, {}, 2e-3);
}

TEST(Curvature, OfAChosenSpectrumIsFoundByLanczos) {
    has_its_spectrum<double>(60, {.dense_up_to = 0}, 1e-6);
    has_its_spectrum<double>(1500, {}, 1e-6);
    has_its_spectrum<float>(60, {.dense_up_to = 0}, 5e-3);
    has_its_spectrum<float>(800, {}, 5e-3);
}

/// Too few products for eigenvalues this close together: an upper estimate, reported as one. A negative value is
/// negative anyway.
TEST(Curvature, WithFewProductsIsAnUpperEstimate) {
    const Spectral<double> crowded(spectrum({-3, 2}, 600, 1e-3, 50), {2, 1}, 1);
    const auto found =
        examine(crowded, crowded.centre, crowded.lambda, {.dense_up_to = 0, .max_multiplications = 60}).second_order;
    ASSERT_TRUE(found.tangent && found.whole);
    EXPECT_FALSE(found.tangent->converged);
    EXPECT_GE(found.tangent->value, 1e-3 - 1e-6);
    EXPECT_EQ(found.verdict, Decision::undetermined);
    EXPECT_GE(found.whole->value, -3 - 1e-6);
    EXPECT_EQ(found.whole->positive, Decision::fails);
}

TEST(Curvature, OfRandomSpectraIsTheSameBothWays) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Random random(seed);
        const std::size_t n = 15 + random.below(80);
        std::vector<double> d;
        for (std::size_t j = 0; j < n; ++j) d.push_back(random.normal() + (j < 3 ? -2 : 4));
        const Spectral<double> problem(d, {1, 3, 0.1}, seed);
        const auto dense = examine(problem, problem.centre, problem.lambda).second_order;
        const auto lanczos = examine(problem, problem.centre, problem.lambda, {.dense_up_to = 0}).second_order;
        EXPECT_NEAR(dense.whole->value, lanczos.whole->value, 1e-6) << seed;
        EXPECT_NEAR(dense.tangent->value, lanczos.tangent->value, 1e-6) << seed;
        EXPECT_NEAR(dense.whole->value, *std::ranges::min_element(d), 1e-7) << seed;
        EXPECT_EQ(dense.verdict, lanczos.verdict) << seed;
        ASSERT_EQ(dense.alpha_min.has_value(), lanczos.alpha_min.has_value()) << seed;
        if (!dense.alpha_min) continue;
        EXPECT_NEAR(*dense.alpha_min, *lanczos.alpha_min, 1e-5 * (1 + *dense.alpha_min)) << seed;
    }
}

TEST(Curvature, OnASingularTangentSpaceIsUndetermined) {
    for (const std::size_t dense_up_to : {200U, 0U}) {
        const Spectral<double> problem(spectrum({-3, 0}, 60, 0.5, 5), {2}, 1);
        const auto found = examine(problem, problem.centre, problem.lambda, {.dense_up_to = dense_up_to});
        EXPECT_EQ(found.second_order.verdict, Decision::undetermined) << to_string(found);
        EXPECT_FALSE(found.second_order.alpha_min);
    }
}

TEST(Curvature, DownwardsAlongTheConstraintsFails) {
    const Spectral<double> problem(spectrum({-3, -0.1}, 60, 0.5, 5), {2}, 1);
    EXPECT_EQ(examine(problem, problem.centre, problem.lambda).second_order.verdict, Decision::fails);
    EXPECT_EQ(examine(problem, problem.centre, problem.lambda, {.dense_up_to = 0}).second_order.verdict,
              Decision::fails);
}

TEST(Curvature, OfHandMadeProblemsIsTheirs) {
    const auto concave = examine(tests::Concave{}, std::vector{0.5}, std::vector{3.0});
    EXPECT_NEAR(concave.second_order.whole->value, -2, 1e-8);
    EXPECT_FALSE(concave.second_order.tangent) << "nothing is left to move";
    EXPECT_EQ(concave.second_order.verdict, Decision::holds);
    EXPECT_NEAR(*concave.second_order.alpha_min, 1, 1e-8);
    const auto well = examine(tests::DoubleWell{}, std::vector{0.0}, std::vector{0.0});
    EXPECT_NEAR(well.second_order.whole->value, -4, 1e-7);
    EXPECT_NEAR(*well.second_order.alpha_min, 2, 1e-7);
    const auto wall = examine(tests::Wall<double>{}, std::vector{1.0}, std::vector{2.0});
    EXPECT_EQ(wall.second_order.alpha_min, 0.0);
}

/// minimise x^2 - y^2 with a bound y >= 0: as a box or as a constraint, with or without a slope against it.
struct Saddle {
    double slope = 0;
    bool boxed = false;
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 1; }
    Box<double> box() const {
        const double infinity = std::numeric_limits<double>::infinity();
        return {.lower = {-infinity, boxed ? 0 : -infinity}, .upper = {infinity, infinity}};
    }
    auto risks(std::span<const double> v, std::span<double> l) const {
        l[0] = v[0] * v[0] - v[1] * v[1] + slope * v[1];
        l[1] = boxed ? -1 : -v[1];
        return Linearisation{[this, x = v[0], y = v[1]](auto w, auto g) {
            g[0] = w[0] * 2 * x;
            g[1] = w[0] * (slope - 2 * y) - (boxed ? 0 : w[1]);
        }};
    }
};

TEST(Curvature, WithIdleConstraintsOnlySufficiencyIsLookedAt) {
    const std::vector theta{0.0, 0.0};
    for (const bool boxed : {false, true}) {
        const auto weak = examine(Saddle{.boxed = boxed}, theta, std::vector{0.0});
        EXPECT_TRUE(weak.second_order.sufficient_only);
        EXPECT_FALSE(weak.active.strict());
        EXPECT_NEAR(weak.second_order.tangent->value, -2, 1e-8);
        EXPECT_EQ(weak.second_order.verdict, Decision::undetermined) << "along the bound it curves upwards";
        const auto strong = examine(Saddle{.slope = 1, .boxed = boxed}, theta, std::vector{boxed ? 0.0 : 1.0});
        EXPECT_FALSE(strong.second_order.sufficient_only);
        EXPECT_EQ(strong.second_order.verdict, Decision::holds);
        EXPECT_NEAR(strong.second_order.tangent->value, 2, 1e-8);
        EXPECT_NEAR(*strong.second_order.alpha_min, 1, 1e-7);
        EXPECT_NEAR(*strong.second_order.alpha_min_in_box, boxed ? 0 : 1, 1e-7);
    }
}

TEST(Independence, OfParallelGradientsFails) {
    const std::vector<double> right{1, 2};
    const tests::Projection parallel{.centre = {3, 0}, .rows = {{1, 0}, {2, 0}}, .right = right};
    EXPECT_EQ(examine(parallel, std::vector{1.0, 0.0}, std::vector{4.0, 0.0}).licq.verdict, Decision::fails);
    const tests::Projection nearly{.centre = {3, 0}, .rows = {{1, 0}, {2, 1e-6}}, .right = right};
    EXPECT_EQ(examine(nearly, std::vector{1.0, 0.0}, std::vector{4.0, 0.0}).licq.verdict, Decision::undetermined);
    const tests::Projection apart{.centre = {3, 0}, .rows = {{1, 0}, {2, 1}}, .right = right};
    const auto found = examine(apart, std::vector{1.0, 0.0}, std::vector{4.0, 0.0});
    EXPECT_EQ(found.licq.verdict, Decision::holds);
    EXPECT_EQ(found.active.strongly_active, std::vector<std::size_t>{0});
    EXPECT_EQ(found.active.weakly_active, std::vector<std::size_t>{1});
}

TEST(FirstOrder, WrongMultipliersAreNoticed) {
    const std::vector theta{1.0};
    EXPECT_EQ(examine(tests::Wall<double>{}, theta, std::vector{2.0}).kkt.verdict, Decision::holds);
    EXPECT_EQ(examine(tests::Wall<double>{}, theta, std::vector{1.9}).kkt.stationarity.verdict, Decision::fails);
    EXPECT_EQ(examine(tests::Wall<double>{}, std::vector{2.0}, std::vector{0.0}).kkt.violation.verdict,
              Decision::fails);
    const tests::Projection inside{.centre = {3}, .rows = {{1}}, .right = {4}};
    EXPECT_EQ(examine(inside, std::vector{3.5}, std::vector{-1.0}).kkt.sign.verdict, Decision::fails);
    EXPECT_THROW((void)examine(tests::Concave{}, std::vector{2.0}, std::vector{0.0}), std::invalid_argument);
    EXPECT_THROW((void)examine(tests::Concave{}, theta, std::vector<double>{}), std::invalid_argument);
}

}  // namespace
}  // namespace alcole
