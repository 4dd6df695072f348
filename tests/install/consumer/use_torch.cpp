// A classifier whose answers hardly change with the sign of its first input.
#include <alcole/solve.hpp>
#include <alcole/torch/problem.hpp>

#include <cstdio>

#include <torch/torch.h>

int main() {
    const auto device =
        alcole::adapters::device("cpu");  // "cuda" where there is none is an error, never another device
    torch::manual_seed(1);
    const auto rows = torch::randn({300, 4}, torch::TensorOptions(torch::kDouble).device(device));
    const auto others = rows * torch::tensor({-1.0, 1.0, 1.0, 1.0}, rows.options());
    const auto labels =
        (rows.select(1, 0) + rows.select(1, 1) + torch::randn_like(rows.select(1, 2)) > 0).to(torch::kLong);
    torch::nn::Sequential net(torch::nn::Linear(4, 2));
    net->to(device, torch::kDouble);

    alcole::adapters::TorchProblem<double> problem(net->parameters(), 1, [&](const alcole::Batch*) {
        const auto here = torch::log_softmax(net->forward(rows), 1);
        const auto there = torch::log_softmax(net->forward(others), 1);
        const auto change = (here.exp() * (here - there)).sum(1).mean();
        return torch::stack({torch::nll_loss(here, labels), change - 0.01});  // l_0, to be minimised, and l_1 <= 0
    });
    const auto answer = alcole::solve(problem, problem.theta());
    problem.put(answer.theta());  // into the module
    std::printf("%s\nloss %.3f, price %.3f\n", answer.message.c_str(), answer.risks[0], answer.lambda[0]);
}
