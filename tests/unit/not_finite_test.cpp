#include "mini_batches.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using tests::stochastic;
using tests::Wall;

/// log(x) + ... is NaN for x <= 0, and no box excludes that.
struct Cliff {
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 1; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = 100 * x[0] - std::log(x[0]);  // minimum at 0.01, close to the cliff
        l[1] = 0.02 - x[0];
        return Linearisation{[v = x[0]](auto w, auto g) { g[0] = w[0] * (100 - 1 / v) - w[1]; }};
    }
};

TEST(NotFinite, InsideALineSearchMeansAStepTooLong) {
    const auto answer = solve(Cliff{}, std::vector{5.0});
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_NEAR(answer.theta()[0], 0.02, 1e-7);
    EXPECT_NEAR(answer.lambda[0], 50, 1e-3);  // 100 - 1 / 0.02
}

TEST(NotFinite, AtTheStartEndsTheSolveAndNamesTheRisk) {
    const auto answer = solve(Cliff{}, std::vector{-1.0});
    EXPECT_EQ(answer.status, Status::not_finite);
    EXPECT_NE(answer.message.find("the objective is"), std::string::npos) << answer.message;
}

TEST(NotFinite, LeavesOneMultiplierAndOnePenaltyPerConstraint) {
    const auto answer = solve(Cliff{}, std::vector{-1.0});
    EXPECT_EQ(answer.lambda, std::vector<double>{0});
    ASSERT_EQ(answer.alpha.size(), 1U);
    EXPECT_GT(answer.alpha[0], 0);
}

/// minimise x^2 + y, with a pullback or risks that are wrong.
struct Careless {
    enum class Writes { nothing, half, adds, no_risks } writes;
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 0; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        if (writes != Writes::no_risks) l[0] = x[0] * x[0] + x[1];
        return Linearisation{[a = x[0], how = writes](auto w, auto g) {
            if (how == Writes::half || how == Writes::no_risks) g[0] = w[0] * 2 * a;
            if (how == Writes::no_risks) g[1] = w[0];
            if (how != Writes::adds) return;
            g[0] += w[0] * 2 * a;
            g[1] += w[0];
        }};
    }
};

TEST(NotFinite, IsWhatAProblemDoesNotWrite) {
    using enum Careless::Writes;
    for (const auto writes : {nothing, half, adds, no_risks}) {
        const auto answer = solve(Careless{writes}, std::vector{1.0, 1.0});
        EXPECT_EQ(answer.status, Status::not_finite) << answer.message;
        EXPECT_FALSE(check_gradients(Careless{writes}, std::vector{1.0, 1.0}).passed);
    }
    const auto answer = solve(Careless{half}, std::vector{1.0, 1.0});
    EXPECT_EQ(
        answer.message,
        "not finite: entry 1 of the gradient is nan after 0 steps; a pullback must write every entry, and not add "
        "to it");
    ASSERT_TRUE(answer.ending.not_finite);
    EXPECT_EQ(answer.ending.not_finite->what, NotFinite::What::gradient);
    EXPECT_EQ(answer.ending.not_finite->entry, 1U);
}

struct BadConstraint : Wall<> {
    std::vector<std::string> constraint_names() const { return {"recall"}; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        auto at = Wall<>::risks(x, l);
        l[1] = std::numeric_limits<double>::infinity();
        return at;
    }
};

TEST(NotFinite, NamesTheConstraint) {
    const auto answer = solve(BadConstraint{}, std::vector{0.0});
    EXPECT_EQ(answer.status, Status::not_finite);
    EXPECT_NE(answer.message.find("constraint 'recall' is inf"), std::string::npos) << answer.message;
}

struct BadGradient : Wall<> {
    auto risks(std::span<const double> x, std::span<double> l) const {
        Wall<>::risks(x, l);
        return Linearisation{[](auto, auto g) { g[0] = std::nan(""); }};
    }
};

TEST(NotFinite, NamesTheEntryOfTheGradient) {
    const auto answer = solve(BadGradient{}, std::vector{0.0});
    EXPECT_EQ(answer.status, Status::not_finite);
    EXPECT_NE(answer.message.find("entry 0 of the gradient is"), std::string::npos) << answer.message;
}

struct Explodes : Wall<> {
    int* count;
    std::vector<std::string> constraint_names() const { return {"recall"}; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        auto at = Wall<>::risks(x, l);
        if (++*count > 10) l[1] = std::nan("");
        return at;
    }
};

TEST(NotFinite, InAMiniBatchEndsTheSolveAndNamesTheRisk) {
    int count = 0;
    Explodes problem;
    problem.count = &count;
    const auto answer = solve(problem, std::vector{0.0}, stochastic());
    EXPECT_EQ(answer.status, Status::not_finite);
    EXPECT_NE(answer.message.find("'recall' is"), std::string::npos) << answer.message;
    EXPECT_TRUE(std::isfinite(answer.theta()[0]));
}

/// Its mini-batch gradients are never written; those of all data are.
struct Forgetful {
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 0; }
    std::size_t batches_per_epoch() const { return 5; }
    bool all = true;
    auto risks(std::span<const double> x, std::span<double> l) {
        all = true;
        return evaluate(x, l);
    }
    auto risks(std::span<const double> x, const Batch&, std::span<double> l) {
        all = false;
        return evaluate(x, l);
    }
    Linearisation<std::function<void(std::span<const double>, std::span<double>)>> evaluate(std::span<const double> x,
                                                                                            std::span<double> l) {
        l[0] = x[0] * x[0] + x[1] * x[1];
        return {[this, a = x[0], b = x[1]](std::span<const double> w, std::span<double> g) {
            if (!all) return;
            g[0] = 2 * w[0] * a;
            g[1] = 2 * w[0] * b;
        }};
    }
};

TEST(MiniBatches, MustWriteTheirGradients) {
    const auto answer = solve(Forgetful{}, std::vector{1.0, 2.0}, stochastic());
    EXPECT_EQ(answer.status, Status::not_finite) << answer.message;
    EXPECT_NE(answer.message.find("gradient"), std::string::npos) << answer.message;
}

}  // namespace
}  // namespace alcole
