#include "curved_problems.hpp"
#include "small_problems.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using tests::Boxed;
using tests::Curved;
using tests::Flat;
using tests::Saddle;
using tests::Valley;

/// Compares both forms of Newton's method with L-BFGS.
template <class Base>
void expect_the_same_answer(const Base& problem, const std::vector<double>& start, double accuracy = 1e-6) {
    Options options;
    options.inner.minimiser = Minimiser::lbfgs;
    const auto wanted = solve(problem, start, options);
    ASSERT_EQ(wanted.status, Status::converged) << wanted.message;
    EXPECT_EQ(wanted.counts.hessians + wanted.counts.hessian_vectors, 0);
    const Curved<Base, true> dense{problem};
    const Curved<Base, false> products{problem};
    const auto by_matrix = solve(dense, start);
    const auto by_products = solve(products, start);
    EXPECT_EQ(by_matrix.options_used.inner.minimiser, Minimiser::newton);
    EXPECT_EQ(by_products.options_used.inner.minimiser, Minimiser::newton_cg);
    EXPECT_EQ(by_matrix.options_given.inner.minimiser, Minimiser::automatic);
    EXPECT_GT(by_matrix.counts.hessians, 0);
    EXPECT_GT(by_products.counts.hessian_vectors, 0);
    for (const auto* answer : {&by_matrix, &by_products}) {
        EXPECT_EQ(answer->status, Status::converged) << answer->message;
        EXPECT_NEAR(answer->risks[0], wanted.risks[0], accuracy);
        for (std::size_t i = 0; i < wanted.lambda.size(); ++i)
            EXPECT_NEAR(answer->lambda[i], wanted.lambda[i], 100 * accuracy);
    }
}

TEST(Newton, HasTheSecondDerivativesOfItsProblemsRight) {
    const auto check = [](auto&& problem, const std::vector<double>& x) {
        AnyProblem<double> any(problem);
        const std::size_t n = x.size();
        std::vector<double> v(n), exact(n), l(any.num_constraints() + 1), w(l.size(), 0.7), ahead(n), behind(n);
        for (std::size_t j = 0; j < n; ++j) v[j] = std::cos(static_cast<double>(j));
        any.hessian_vector(x, w, v, exact);
        for (const double t : {1e-6, -1e-6}) {
            auto moved = x;
            for (std::size_t j = 0; j < n; ++j) moved[j] += t * v[j];
            any.risks(moved, l).pullback(w, t > 0 ? ahead : behind);
        }
        for (std::size_t j = 0; j < n; ++j) EXPECT_NEAR(exact[j], (ahead[j] - behind[j]) / 2e-6, 1e-4);
    };
    check(Curved<Valley, true>{}, {0.3, -0.8});
    check(Curved<Saddle, true>{}, {0.3, -0.8});
    check(Curved<Flat, true>{}, {0.3, -0.8, 1});
    check(Curved<Boxed, true>{}, std::vector(12, 0.4));
}

TEST(Newton, AgreesWithLbfgs) {
    expect_the_same_answer(Valley{}, {-1.2, 1});
    expect_the_same_answer(Valley{.bound = 3}, {-1.2, 1});
    expect_the_same_answer(Boxed{}, std::vector(12, 0.4));
}

TEST(Newton, KeepsTheBox) {
    // The bound x <= 0.5 is active and the constraint is not: y = 1/4.
    for (const bool matrix : {true, false}) {
        Options options;
        options.inner.minimiser = matrix ? Minimiser::newton : Minimiser::newton_cg;
        const auto answer = solve(Curved<Valley, true>{{.top = 0.5}}, std::vector{-1.2, 1.0}, options);
        EXPECT_EQ(answer.status, Status::converged) << answer.message;
        EXPECT_EQ(answer.theta()[0], 0.5);
        EXPECT_NEAR(answer.theta()[1], 0.25, 1e-7);
        EXPECT_NEAR(answer.risks[0], 0.25, 1e-7);
    }
}

TEST(Newton, SolvesAQuadraticInAStepOrTwo) {
    struct Bowl : Boxed {
        Box<double> box() const { return {.lower = std::vector(n, -100.0), .upper = std::vector(n, 100.0)}; }
    };
    Options options;
    options.method = Method::unconstrained;
    const auto answer = solve(Curved<Bowl, true>{}, std::vector(12, 0.4), options);
    EXPECT_EQ(answer.status, Status::converged);
    EXPECT_LE(answer.counts.steps, 2);
    for (std::size_t j = 0; j < 12; ++j)
        EXPECT_NEAR(answer.theta()[j], -5 * Boxed{}.pull(j) / (1 + static_cast<double>(j)), 1e-8);
}

TEST(Newton, LeavesASaddleAlongNegativeCurvature) {
    for (const auto minimiser : {Minimiser::newton, Minimiser::newton_cg}) {
        Options options;
        options.inner.minimiser = minimiser;
        const auto answer = solve(Curved<Saddle, true>{}, std::vector{1e-4, 0.1}, options);
        EXPECT_EQ(answer.status, Status::converged) << answer.message;
        EXPECT_NEAR(std::abs(answer.theta()[0]), 1, 1e-6);
        EXPECT_NEAR(answer.risks[0], 0, 1e-10);
        EXPECT_LT(answer.counts.steps, 15);
    }
}

TEST(Newton, MovesLittleWhereTheHessianIsRankDeficient) {
    expect_the_same_answer(Flat{}, {0.5, -0.2, 0.1});
    const auto answer = solve(Curved<Flat, true>{}, std::vector{0.5, -0.2, 0.1});
    // Nothing acts on the differences of the variables, so they stay as they were.
    EXPECT_NEAR(answer.theta()[0] - answer.theta()[1], 0.7, 1e-4);
    EXPECT_NEAR(answer.theta()[1] - answer.theta()[2], -0.3, 1e-4);
}

/// Two rows in five hundred are put in the wrong class with certainty. There their loss is a straight line, and what
/// the Hessian says about it is wrong for any step that Newton's method would take.
struct SureAndWrong {
    static std::size_t num_variables() { return 2; }
    static std::size_t num_constraints() { return 0; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = 0.996 * std::log(std::cosh(x[0] - 1)) + 0.004 * std::log1p(std::exp(-x[1]));
        return Linearisation{[at = std::array{x[0], x[1]}](auto w, auto g) {
            g[0] = w[0] * 0.996 * std::tanh(at[0] - 1);
            g[1] = -w[0] * 0.004 / (1 + std::exp(at[1]));
        }};
    }
    void second(std::span<const double> x, std::span<const double> w, std::span<double> h) const {
        const double p = 1 / (1 + std::exp(x[1]));
        h[0] = w[0] * 0.996 * (1 - std::tanh(x[0] - 1) * std::tanh(x[0] - 1));
        h[1] = h[2] = 0;
        h[3] = w[0] * 0.004 * p * (1 - p);
    }
};

TEST(Newton, StaysWhereItsHessianSpeaks) {
    for (const double start : {-9.0, -15.0, -30.0}) {
        const auto answer = solve(Curved<SureAndWrong, true>{}, std::vector{0.0, start});
        EXPECT_EQ(answer.status, Status::converged) << answer.message;
        EXPECT_NEAR(answer.theta()[0], 1, 1e-6);
        EXPECT_GT(answer.theta()[1], 10);
        EXPECT_LT(answer.theta()[1], 400) << "from " << start;  // without bounds on its steps: 1e5 and more
        EXPECT_LT(answer.counts.steps, 40);
    }
}

struct StopAfterPolls {
    std::int64_t asked = 0;
    mutable std::int64_t questions = 0;
    bool stop_requested() const { return ++questions > asked; }
};

/// Interrupted at every poll, between steps and within them.
TEST(Newton, ResumesToTheSameBits) {
    const auto check = [](const auto& problem, const std::vector<double>& start) {
        const auto whole = solve(problem, start);
        for (const std::int64_t piece : {3, 7, 20}) {
            State<double> state{.theta = start};
            std::int64_t asked = piece;
            for (;;) {
                const StopAfterPolls stop{.asked = asked};
                const auto part = solve(problem, state, Options(), stop);
                if (part.status != Status::interrupted) {
                    EXPECT_TRUE(tests::same_bits(whole, part)) << piece;
                    break;
                }
                ASSERT_LT(asked, 10'000);
                const bool moved =
                    part.counts.steps > state.dual.counts.steps || part.state.dual.iteration > state.dual.iteration;
                asked = moved ? piece : 2 * asked;  // too few polls for one step
                state = part.state;
            }
        }
    };
    check(Curved<Valley, true>{}, {-1.2, 1});
    check(Curved<Valley, false>{}, {-1.2, 1});
    check(Curved<Boxed, true>{}, std::vector(12, 0.4));
    check(Curved<Boxed, false>{}, std::vector(12, 0.4));
}

}  // namespace
}  // namespace alcole
