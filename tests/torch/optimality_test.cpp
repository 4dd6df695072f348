// A module's problem, examined at its answer.
#include <alcole/optimality.hpp>
#include <alcole/solve.hpp>
#include <alcole/torch/problem.hpp>

#include <gtest/gtest.h>
#include <torch/torch.h>

namespace {

/// minimise |x - 2|^2 subject to x_0 + x_1 <= 2: at (1, 1), with the multiplier 2
TEST(TorchProblem, IsExaminedLikeAnyOther) {
    const auto x = torch::zeros({2}, torch::dtype(torch::kDouble).requires_grad(true));
    alcole::adapters::TorchProblem<double> problem({x}, 1, [&](const alcole::Batch*) {
        return torch::stack({(x - 2).square().sum(), x.sum() - 2});
    });
    const auto answer = alcole::solve(problem, problem.theta());
    const auto found = alcole::examine(problem, answer.theta(), answer.lambda);
    EXPECT_EQ(found.kkt.verdict, alcole::Decision::holds) << to_string(found);
    EXPECT_EQ(found.second_order.verdict, alcole::Decision::holds) << to_string(found);
    const auto missed = alcole::examine(problem, std::vector{0.5, 0.5}, answer.lambda);
    EXPECT_NE(missed.kkt.verdict, alcole::Decision::holds) << to_string(missed);
}

}  // namespace
