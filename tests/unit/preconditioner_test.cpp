#include <alcole/solve.hpp>

#include "small_problems.hpp"

#include <gtest/gtest.h>

namespace alcole {
namespace {

using tests::Canyon;
using tests::EasyCanyon;

Options lbfgs() {
    Options options;
    options.inner.minimiser = Minimiser::lbfgs;
    return options;
}

TEST(Preconditioner, SavesStepsAndKeepsTheAnswer) {
    const auto plain = solve(Canyon(), Canyon::start(), lbfgs());
    const auto better = solve(EasyCanyon(), EasyCanyon::start(), lbfgs());
    ASSERT_EQ(plain.status, Status::converged) << plain.message;
    ASSERT_EQ(better.status, Status::converged) << better.message;
    EXPECT_NEAR(better.risks[0], plain.risks[0], 1e-6 * plain.risks[0]);
    EXPECT_NEAR(better.lambda[0], plain.lambda[0], 1e-4 * plain.lambda[0]);
    EXPECT_LT(3 * better.counts.pullbacks, 2 * plain.counts.pullbacks);
}

/// A canyon within walls.
struct Walled : EasyCanyon {
    Box<double> box() const { return {.lower = std::vector(n, 0.05), .upper = std::vector(n, 3.0)}; }
};

TEST(Preconditioner, IsLeftAsideWhereTheBoxHoldsVariables) {
    const auto answer = solve(Walled(), Walled::start(), lbfgs());
    ASSERT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_EQ(answer.theta().back(), 0.05);  // the stiffest variable rests at its bound
}

TEST(Preconditioner, IsRefusedWhereThereIsNone) {
    AnyProblem<double> any{Canyon()};
    EXPECT_FALSE(any.facts().has_preconditioner);
    const auto x = EasyCanyon::start();
    std::vector<double> p;
    EXPECT_THROW(any.preconditioner(x, std::vector{1.0, 0.0}, p), std::logic_error);
}

}  // namespace
}  // namespace alcole
