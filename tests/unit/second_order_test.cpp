#include <alcole/random.hpp>

#include "small_problems.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace alcole {
namespace {

/// minimise y - x^2 over the unit disc. From (0, 0) everything is symmetric in x, and (0, -1) is a KKT point; but along
/// x the Lagrangian curves downward there. The minima are at y = -1/2, f = -5/4.
template <class T>
struct Disc {
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 1; }
    auto risks(std::span<const T> x, std::span<double> l) const {
        const auto a = static_cast<double>(x[0]);
        const auto b = static_cast<double>(x[1]);
        l[0] = b - a * a;
        l[1] = a * a + b * b - 1;
        return Linearisation{[a, b](std::span<const double> w, std::span<T> g) {
            g[0] = static_cast<T>(2 * a * (w[1] - w[0]));
            g[1] = static_cast<T>(w[0] + 2 * b * w[1]);
        }};
    }
};

TEST(Saddle, IsLeftForAMinimum) {
    const auto answer = solve(Disc<double>{}, std::vector{0.0, 0.0});
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_NEAR(answer.risks[0], -1.25, 1e-7);
    EXPECT_NEAR(answer.theta()[1], -0.5, 1e-4);
}

template <class T>
struct CurvedDisc : Disc<T> {
    void hessian_vector(std::span<const T>, std::span<const double> w, std::span<const T> v, std::span<T> h) const {
        h[0] = static_cast<T>(2 * (w[1] - w[0])) * v[0];
        h[1] = static_cast<T>(2 * w[1]) * v[1];
    }
};

TEST(Saddle, IsLeftByWhoeverMinimises) {
    for (const Minimiser minimiser : {Minimiser::lbfgs, Minimiser::newton_cg}) {
        Options options;
        options.inner.minimiser = minimiser;
        EXPECT_NEAR(solve(CurvedDisc<double>{}, std::vector{0.0, 0.0}, options).risks[0], -1.25, 1e-7);
        EXPECT_NEAR(solve(CurvedDisc<float>{}, std::vector{0.0F, 0.0F}, options).risks[0], -1.25, 1e-3);
    }
}

TEST(Saddle, IsNotRuledOutWhereNobodyCanLook) {
    const auto unseen =
        solve(Disc<float>{}, std::vector{0.0F, 0.0F});  // differences of float gradients are uninformative
    EXPECT_EQ(unseen.status, Status::converged);
    EXPECT_NE(unseen.message.find("(first order only)"), std::string::npos) << unseen.message;
    const auto seen = solve(Disc<double>{}, std::vector{0.0, 0.0});
    EXPECT_EQ(seen.message.find("first order only"), std::string::npos) << seen.message;
}

/// x^T H x / 2 over a box, from a corner of it where the gradient vanishes.
struct Quadratic {
    std::size_t n = 1;
    std::vector<double> h;
    Box<double> bounds;
    std::size_t num_variables() const { return n; }
    std::size_t num_constraints() const { return 0; }
    Box<double> box() const { return bounds; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        std::vector<double> hx(n);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) hx[i] += h[i * n + j] * x[j];
        l[0] = 0;
        for (std::size_t i = 0; i < n; ++i) l[0] += x[i] * hx[i] / 2;
        return Linearisation{[hx](auto w, auto g) {
            for (std::size_t i = 0; i < hx.size(); ++i) g[i] = w[0] * hx[i];
        }};
    }
};

TEST(Saddle, AtABoundIsLeftInward) {
    for (const auto& [lower, upper] : {std::pair(0.0, 1.0), std::pair(-1.0, 0.0), std::pair(0.0, 1e-3)}) {
        const auto answer = solve(Quadratic{1, {-2}, {{lower}, {upper}}}, std::vector{0.0});
        EXPECT_EQ(answer.status, Status::converged) << answer.message;
        EXPECT_EQ(std::abs(answer.theta()[0]), upper - lower) << answer.message;
    }
}

/// At the corner of a unit box the quadratic falls along an axis or along the diagonal of two, and perhaps only there:
/// its direction of negative curvature may lead out of the box.
TEST(Saddle, AtACornerIsLeftOrNotRuledOut) {
    Random random(7);
    int left = 0;
    for (int trial = 0; trial < 200; ++trial) {
        const std::size_t n = 2 + static_cast<std::size_t>(5 * random.uniform());
        Quadratic problem{n, std::vector<double>(n * n), {std::vector(n, 0.0), std::vector(n, 1.0)}};
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j <= i; ++j)
                problem.h[i * n + j] = problem.h[j * n + i] = (i == j ? 2 : std::sqrt(2)) * random.normal();
        double least = 0;
        for (std::size_t i = 0; i < n; ++i) {
            least = std::min(least, problem.h[i * n + i]);
            for (std::size_t j = 0; j < i; ++j)
                least = std::min(least, problem.h[i * n + i] + problem.h[j * n + j] + 2 * problem.h[i * n + j]);
        }
        if (least > -1e-3) continue;
        const auto answer = solve(problem, std::vector(n, 0.0));
        EXPECT_EQ(answer.status, Status::converged) << answer.message;
        const bool said = answer.message.find("first order only") != std::string::npos;
        EXPECT_TRUE(answer.risks[0] < -1e-5 || said) << trial << ": " << answer.message;
        left += answer.risks[0] < -1e-5 ? 1 : 0;
    }
    EXPECT_GT(left, 150);
}

/// minimise x^2 + 2 y^2 outside the circle of radius 2, with x, y >= 0: (0, 2) is a KKT point, at which the box exerts
/// no force on x. The minimum is at (2, 0).
struct OutsideCircle {
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 1; }
    Box<double> box() const { return {.lower = {0, 0}, .upper = {}}; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        const double a = x[0], b = x[1];
        l[0] = a * a + 2 * b * b;
        l[1] = 4 - a * a - b * b;
        return Linearisation{[=](auto w, auto g) {
            g[0] = 2 * a * (w[0] - w[1]);
            g[1] = 2 * b * (2 * w[0] - w[1]);
        }};
    }
};

TEST(Saddle, OfAConstraintAtABoundIsLeft) {
    for (const double y : {0.0, 0.5, 1.0, 2.0, 3.0}) {
        const auto answer = solve(OutsideCircle{}, std::vector{0.0, y});
        EXPECT_EQ(answer.status, Status::converged) << answer.message;
        EXPECT_NEAR(answer.risks[0], 4, 1e-6) << "from y = " << y;
    }
}

/// A bowl in 199 variables, and x^4 / 4 - 50 x^2 in the first: at x = 0 nothing moves it.
struct HiddenSaddle {
    static constexpr std::size_t n = 200;
    std::size_t num_variables() const { return n; }
    std::size_t num_constraints() const { return 0; }
    static double stiffness(std::size_t j) { return 1 + 5 * static_cast<double>(j); }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = x[0] * x[0] * x[0] * x[0] / 4 - 50 * x[0] * x[0];
        for (std::size_t j = 1; j < n; ++j) l[0] += stiffness(j) * (x[j] - 1) * (x[j] - 1);
        return Linearisation{[x = std::vector(x.begin(), x.end())](auto w, auto g) {
            g[0] = w[0] * (x[0] * x[0] * x[0] - 100 * x[0]);
            for (std::size_t j = 1; j < n; ++j) g[j] = w[0] * 2 * stiffness(j) * (x[j] - 1);
        }};
    }
};

TEST(Saddle, IsNotRuledOutByALookAtFewDirections) {
    std::vector<double> start(HiddenSaddle::n, 3.0);
    start[0] = 0;
    const auto answer = solve(HiddenSaddle{}, start);
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    const bool said = answer.message.find("first order only") != std::string::npos;
    EXPECT_TRUE(said || answer.risks[0] < -2499) << answer.message;
}

/// sum_j (x_j^2 - 1)^2 has a maximum at the origin.
struct Wells {
    std::size_t num_variables() const { return 200; }
    std::size_t num_constraints() const { return 0; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = 0;
        for (const double v : x) l[0] += (v * v - 1) * (v * v - 1);
        return Linearisation{[x = std::vector(x.begin(), x.end())](auto w, auto g) {
            for (std::size_t j = 0; j < x.size(); ++j) g[j] = w[0] * 4 * x[j] * (x[j] * x[j] - 1);
        }};
    }
};

TEST(Saddle, OfManyVariablesIsLeftToo) {
    const auto answer = solve(Wells{}, std::vector<double>(200));
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_NEAR(answer.risks[0], 0, 1e-6);
}

TEST(Saddle, OfManyVariablesIsNotLookedForAtMoreThanAShareOfTheCost) {
    const auto answer = solve(Wells{}, std::vector<double>(200, 0.5));
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_LT(answer.counts.pullbacks, 50) << "a twentieth of that is too little for a look";
    EXPECT_NE(answer.message.find("(first order only)"), std::string::npos) << answer.message;
}

/// Stopped once at each of the checks that are made in turn.
TEST(Saddle, IsLeftTheSameWayAfterAStop) {
    struct After {
        int questions;
        bool stop_requested() { return questions-- <= 0; }
    };
    for (const Minimiser minimiser : {Minimiser::lbfgs, Minimiser::newton_cg}) {
        Options options;
        options.inner.minimiser = minimiser;
        const auto whole = solve(CurvedDisc<double>{}, std::vector{0.0, 0.0}, options);
        EXPECT_NEAR(whole.risks[0], -1.25, 1e-7);
        int questions = 0;
        for (auto status = Status::interrupted; status == Status::interrupted; ++questions) {
            After after{questions};
            const auto part = solve(CurvedDisc<double>{}, std::vector{0.0, 0.0}, options, after);
            status = part.status;
            if (status != Status::interrupted) continue;
            EXPECT_TRUE(tests::same_bits(whole, solve(CurvedDisc<double>{}, part.state, options))) << questions;
        }
        EXPECT_GT(questions, 20);
    }
}

/// Hock and Schittkowski's problem 24, whose objective is flat along y = 0.
struct FlatValley {
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 3; }
    Box<double> box() const { return {.lower = {0, 0}, .upper = {}}; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        const double r = std::sqrt(3.0), a = x[0], b = x[1], k = 27 * r;
        l[0] = ((a - 3) * (a - 3) - 9) * b * b * b / k;
        l[1] = b - a / r;
        l[2] = -a - r * b;
        l[3] = a + r * b - 6;
        return Linearisation{[=](auto w, auto g) {
            g[0] = w[0] * 2 * (a - 3) * b * b * b / k - w[1] / r - w[2] + w[3];
            g[1] = w[0] * ((a - 3) * (a - 3) - 9) * 3 * b * b / k + w[1] - r * w[2] + r * w[3];
        }};
    }
};

TEST(Answer, IsNoWorseThanAFeasibleStart) {
    const auto answer = solve(FlatValley{}, std::vector{2.0, 0.5});
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_NEAR(answer.risks[0], -1, 1e-6);
    int worse = 0;
    for (double a = 0.2; a < 6; a += 0.35)
        for (double b = 0.1; b < 3.4; b += 0.2) {
            std::vector<double> l(4);
            (void)FlatValley{}.risks(std::vector{a, b}, l);
            if (*std::max_element(l.begin() + 1, l.end()) > 0) continue;
            const auto from_there = solve(FlatValley{}, std::vector{a, b});
            ASSERT_TRUE(from_there.best());
            EXPECT_LE(from_there.best()->risks[0], l[0]) << "the start is a candidate";
            EXPECT_TRUE(from_there.risks[0] <= l[0] + 1e-9 || from_there.status == Status::stalled)
                << "from " << a << ", " << b << ": " << from_there.message;
            worse += from_there.risks[0] > l[0] + 1e-9 ? 1 : 0;
        }
    EXPECT_LE(worse, 2) << "best() is better than the answer";
}

}  // namespace
}  // namespace alcole
