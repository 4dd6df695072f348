#include "hock_schittkowski.hpp"
#include "small_problems.hpp"

#include <gtest/gtest.h>

namespace alcole {
namespace {

using tests::Concave;
using tests::Wall;

/// One entry of one gradient is wrong.
struct Wrong : tests::Projection {
    Wrong() : Projection{{1, 2, 3}, {{1, 0, 0}, {0, 2, 0}}, {0, 0}} {}
    std::vector<std::string> constraint_names() const { return {"first", "second"}; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        auto correct = Projection::risks(x, l);
        return Linearisation{[correct](std::span<const double> w, std::span<double> g) mutable {
            correct.pullback(w, g);
            g[1] += 0.5 * w[2];
        }};
    }
};

TEST(CheckGradients, PassesWhatIsRight) {
    EXPECT_TRUE(check_gradients(Wall<>{}, std::vector{0.3}).passed);
    EXPECT_TRUE(check_gradients(Wall<float>{}, std::vector{0.3F}).passed);
    for (const auto& known : problems::hock_schittkowski()) {
        auto problem = known.make();
        std::vector<double> theta = known.start;
        for (std::size_t j = 0; j < theta.size(); ++j)
            theta[j] = std::clamp(theta[j], problem.facts().box.lower[j], problem.facts().box.upper[j]);
        const auto check = check_gradients(problem, theta);
        EXPECT_LT(check.error, 1e-4) << known.name << ": " << check.message;
    }
}

TEST(CheckGradients, NamesTheWorstEntry) {
    const auto check = check_gradients(Wrong{}, std::vector{0.1, 0.2, 0.3});
    EXPECT_FALSE(check.passed);
    EXPECT_EQ(check.risk, 2U);
    EXPECT_EQ(check.variable, 1U);
    EXPECT_DOUBLE_EQ(check.pulled_back, 2.5);
    EXPECT_NEAR(check.difference, 2, 1e-6);
    EXPECT_NE(check.message.find("d(second)/d(theta[1]) is 2.5 by pullback"), std::string::npos) << check.message;
}

/// sqrt is not defined below zero: a difference that leaves the box would be NaN.
struct Root {
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 0; }
    Box<double> box() const { return {.lower = {1}, .upper = {1.5}}; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = x[0] < 1 || x[0] > 1.5 ? std::nan("") : std::sqrt(x[0]);
        return Linearisation{[v = x[0]](auto w, auto g) { g[0] = w[0] * 0.5 / std::sqrt(v); }};
    }
};

TEST(CheckGradients, StaysInTheBox) {
    EXPECT_LT(check_gradients(Root{}, std::vector{1.0}).error, 1e-5);
    EXPECT_LT(check_gradients(Root{}, std::vector{1.5}).error, 1e-5);
}

TEST(CheckGradients, TakesANanAsWorst) {
    struct Nan : Wall<> {
        auto risks(std::span<const double> x, std::span<double> l) const {
            auto at = Wall<>::risks(x, l);
            l[1] = std::nan("");
            return at;
        }
    };
    EXPECT_FALSE(check_gradients(Nan{}, std::vector{0.3}).passed);
}

/// a + b x with gradient c, in a box.
struct Line {
    double a, b, c;
    double low = -10, high = 10;
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 0; }
    Box<double> box() const { return {.lower = {low, 3}, .upper = {high, 3}}; }  // the second variable is fixed
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = a + b * x[0];
        return Linearisation{[this](auto w, auto g) {
            g[0] = w[0] * c;
            g[1] = 0;
        }};
    }
};

TEST(CheckGradients, KnowsWhatRoundingMayDoAndNoMore) {
    EXPECT_TRUE(check_gradients(Line{1e8, 1, 1}, std::vector{0.5, 3.0}).passed);
    EXPECT_FALSE(check_gradients(Line{0, 1e-7, -1e-7}, std::vector{0.5, 3.0}).passed);
    EXPECT_FALSE(check_gradients(Line{0, 1e9, 1.01e9}, std::vector{0.5, 3.0}).passed);
    EXPECT_TRUE(check_gradients(Line{0, 1, 1, 0.5, 0.5 + 1e-7}, std::vector{0.5, 3.0}).passed);
    EXPECT_THROW((void)check_gradients(Line{0, 1, 1}, std::vector{50.0}), std::invalid_argument);
}

TEST(CheckGradients, LooksInsideTheBoxAsTheSolverDoes) {
    EXPECT_TRUE(check_gradients(Line{0, 1, 1}, std::vector{50.0, 7.0}).passed);
    EXPECT_FALSE(check_gradients(Line{0, 1, 2}, std::vector{50.0, 7.0}).passed);
}

/// One variable and a formula, whose gradient is multiplied by a factor.
struct Formula {
    double (*value)(double);
    double (*slope)(double);
    double factor = 1;
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 0; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = value(x[0]);
        return Linearisation{[v = x[0], this](auto w, auto g) { g[0] = w[0] * factor * slope(v); }};
    }
};

TEST(CheckGradients, RaisesNoFalseAlarm) {
    const Formula square{[](double x) { return (x - 2) * (x - 2); }, [](double x) { return 2 * (x - 2); }};
    EXPECT_TRUE(check_gradients(square, std::vector{2.0}).passed) << "the gradient is exactly zero";
    const Formula cube{[](double x) { return x * x * x; }, [](double x) { return 3 * x * x; }};
    EXPECT_TRUE(check_gradients(cube, std::vector{0.0}).passed) << "and so is this one";
    Formula steep{[](double x) { return 100 * (1 - std::exp(-1000 * x)); },
                  [](double x) { return 1e5 * std::exp(-1000 * x); }};
    EXPECT_TRUE(check_gradients(steep, std::vector{1e-3}).passed) << "a variable much smaller than 1";
    for (const double wrong : {0.0, 0.5, 0.9999, 1.0001, -1.0}) {
        steep.factor = wrong;
        EXPECT_FALSE(check_gradients(steep, std::vector{1e-3}).passed) << wrong;
    }
}

TEST(HessianVector, RefusesSizesThatDoNotFit) {
    AnyProblem<double> any(Concave{});
    std::vector<double> h(1);
    EXPECT_THROW(hessian_vector<double>(any, std::vector{0.3}, std::vector{1.0}, std::vector{1.0}, h),
                 std::invalid_argument);
    EXPECT_THROW(hessian_vector<double>(any, std::vector{0.3}, std::vector{1.0, 0.0}, std::vector<double>{}, h),
                 std::invalid_argument);
}

TEST(HessianVector, ByDifferencesAgreesWithTheFormula) {
    AnyProblem<double> any(Concave{});
    std::vector<double> h(1);
    for (const double x : {0.0, 0.3, 1.0}) {  // including the ends of the box
        hessian_vector<double>(any, std::vector{x}, std::vector{3.0, 5.0}, std::vector{2.0}, h);
        EXPECT_NEAR(h[0], 3 * -2 * 2, 1e-6) << x;
    }
}

TEST(HessianVector, OfTheProblemItselfIsPreferred) {
    struct Own : Concave {
        void hessian_vector(std::span<const double>, std::span<const double>, std::span<const double>,
                            std::span<double> h) const {
            h[0] = 77;
        }
    };
    AnyProblem<double> any(Own{});
    std::vector<double> h(1);
    hessian_vector<double>(any, std::vector{0.3}, std::vector{3.0, 5.0}, std::vector{2.0}, h);
    EXPECT_EQ(h[0], 77);
}

TEST(HessianVector, IsSymmetricOnRealProblems) {
    for (const auto& known : problems::hock_schittkowski()) {
        if (known.name != "HS100" && known.name != "HS113" && known.name != "HS43") continue;
        auto problem = known.make();
        const std::size_t n = known.start.size();
        std::vector<double> w(known.num_constraints + 1, 0.5), a(n), b(n), ha(n), hb(n);
        Random random(3);
        for (std::size_t j = 0; j < n; ++j) {
            a[j] = random.normal();
            b[j] = random.normal();
        }
        hessian_vector<double>(problem, known.start, w, a, ha);
        hessian_vector<double>(problem, known.start, w, b, hb);
        double left = 0, right = 0;
        for (std::size_t j = 0; j < n; ++j) {
            left += b[j] * ha[j];
            right += a[j] * hb[j];
        }
        EXPECT_NEAR(left, right, 1e-4 * std::max(1.0, std::abs(left))) << known.name;
    }
}

}  // namespace
}  // namespace alcole
