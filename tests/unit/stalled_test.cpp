#include "small_problems.hpp"
#include "solver/primal/full_batch.hpp"
#include "solver/primal/used_inner.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using tests::Wall;

/// |x - 0.3| has a kink where its gradient should vanish.
template <class T = double>
struct Kink {
    int* evaluations;
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 0; }
    auto risks(std::span<const T> x, std::span<double> l) const {
        ++*evaluations;
        const double v = static_cast<double>(x[0]) - 0.3;
        l[0] = std::abs(v);
        return Linearisation{
            [v](std::span<const double> w, std::span<T> g) { g[0] = static_cast<T>(v < 0 ? -w[0] : w[0]); }};
    }
};

TEST(Stalled, MinimisationsAreNotRepeatedWhenNothingHasChanged) {
    for (const auto method : {Method::augmented, Method::unconstrained}) {
        int evaluations = 0;
        Options options;
        options.method = method;
        const auto answer = solve(Kink<>{&evaluations}, std::vector{1.0}, options);
        EXPECT_EQ(answer.status, Status::stalled);
        EXPECT_NEAR(answer.theta()[0], 0.3, 1e-6);
        EXPECT_LT(evaluations, 400);
    }
}

/// However loose the tolerance, a gradient as large as the objective's is not small.
TEST(Stalled, IsSaidAtAKinkUnderLooseTolerancesToo) {
    int evaluations = 0;
    Options options;
    options.tolerance.stationarity = 2e-3;
    const auto answer = solve(Kink<float>{&evaluations}, std::vector{1.0F}, options);
    EXPECT_EQ(answer.status, Status::stalled) << answer.message;
    EXPECT_NEAR(static_cast<double>(answer.theta()[0]), 0.3, 1e-3);
}

/// The projection of a long vector onto the unit simplex, with sums that lose digits.
struct Simplex {
    static constexpr std::size_t n = 2000;
    double offset = 0;  // added to the objective, so that its last digits are rounding errors
    std::size_t num_variables() const { return n; }
    std::size_t num_constraints() const { return 1; }
    Relation relation(std::size_t) const { return Relation::equal_zero; }
    Box<double> box() const { return {.lower = std::vector<double>(n), .upper = {}}; }
    static double centre(std::size_t j) { return std::sin(static_cast<double>(j)); }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = offset;
        l[1] = -1;
        for (std::size_t j = 0; j < n; ++j) {
            l[0] += (x[j] - centre(j)) * (x[j] - centre(j));
            l[1] += x[j];
        }
        return Linearisation{[x = std::vector(x.begin(), x.end())](auto w, auto g) {
            for (std::size_t j = 0; j < n; ++j) g[j] = w[0] * 2 * (x[j] - centre(j)) + w[1];
        }};
    }
};

TEST(Stalled, RunsAnswerWithTheIterateThatCameClosest) {
    for (const double offset : {1e6, 1e8, 1e10}) {
        Options options;
        options.tolerance.stationarity = 1e-15;  // which rounding does not allow
        const auto answer = solve(Simplex{offset}, std::vector<double>(Simplex::n), options);
        double least = 1e300;
        for (const auto& record : answer.trace())
            if (record.violation <= 1e-8) least = std::min(least, record.stationarity);
        EXPECT_LT(least, 1) << "some iterate was close";
        EXPECT_LE(answer.stationarity, 1.01 * least) << answer.message;
        EXPECT_LE(answer.violation, 1e-8);
    }
}

/// minimise 10 x + 1e-4 (y - 3)^2 over x >= 0, with the wrong sign in d/dy: no step along that gradient lowers
/// anything, and compared with the slope of x it is small.
struct WrongSign {
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 1; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        const double y = x[1];
        l[0] = 10 * x[0] + 1e-4 * (y - 3) * (y - 3);
        l[1] = -x[0];
        return Linearisation{[y](auto w, auto g) {
            g[0] = 10 * w[0] - w[1];
            g[1] = -2e-4 * (y - 3) * w[0];
        }};
    }
};

TEST(Stalled, IsSaidWhereSomethingElseThanRoundingHoldsTheGradientUp) {
    const auto answer = solve(WrongSign{}, std::vector{1.0, 0.0});
    EXPECT_EQ(answer.status, Status::stalled) << answer.message;
}

struct Parabola {
    double offset;
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 0; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = offset + x[0] * x[0];
        return Linearisation{[a = x[0]](auto w, auto g) { g[0] = 2 * w[0] * a; }};
    }
};

/// At x = 1e-5 there is 1e-10 to gain, which is invisible in values near 1e6, but not in values near 1.
TEST(Rounding, IsBlamedWhereItHidesWhatIsLeftToGain) {
    for (const double offset : {0.0, 1.0, 1e6}) {
        AnyProblem<double> problem(Parabola{offset});
        State<double> state{.theta = {1e-5}};
        solver::FullBatch<double> primal(problem, state, solver::used_inner(problem.facts(), {}));
        EXPECT_EQ(primal.limited_by_rounding({}, std::vector{1.0}), offset == 1e6) << offset;
    }
}

TEST(Stalled, MessagesNameTheResidualThatFails) {
    Options options;
    options.penalty.cap = 1e-3;  // the price is 2, which dual steps of 2e-3 times the violation do not reach
    const auto answer = solve(Wall<>{}, std::vector{0.0}, options);
    EXPECT_EQ(answer.status, Status::stalled);
    EXPECT_EQ(answer.message.find("no finite multiplier"), std::string::npos) << answer.message;
    EXPECT_NE(answer.message.find("penalty.cap"), std::string::npos) << answer.message;
    EXPECT_NE(answer.message.find("product of a multiplier and its constraint"), std::string::npos) << answer.message;
}

}  // namespace
}  // namespace alcole
